-- How do scores change as the bag empties: by tiles in it, in steps of 10, all
-- turns, those that were plays, and points a turn.
select bag_before // 10 * 10 as bag_from, count(*) as turns, count_if(action = 'play') as plays,
       avg(score) as points, avg(score) filter (action = 'play') as points_of_a_play
from moves
group by bag_from
order by bag_from;
