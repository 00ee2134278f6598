-- Which premium squares are used: by agent, squares covered in a game, and the
-- points that a board without them would not have given.
select agent, count(distinct (game_id, seat)) as games,
       sum(dl) / games as dl, sum(tl) / games as tl, sum(ql) / games as ql,
       sum(dw) / games as dw, sum(tw) / games as tw, sum(qw) / games as qw,
       sum(premium_points) / games as premium_points
from moves
group by agent
order by agent;
