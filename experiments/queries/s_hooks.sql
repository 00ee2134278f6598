-- How often does a play hook with an S, at the back or at the front: by agent, its
-- plays, those that do so with an S tile, and those where a blank stands for it.
select agent, count(*) as plays,
       count_if(contains(back_hook, 'S') or contains(front_hook, 'S')) as s_hooks,
       count_if(contains(back_hook, 's') or contains(front_hook, 's')) as blank_hooks,
       avg((contains(back_hook, 'S') or contains(front_hook, 'S'))::int) as share
from plays
group by agent
order by agent;
