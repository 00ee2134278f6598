-- How many tiles go through a rack: by agent, tiles played and drawn in a turn,
-- and turns in a game.
select agent, avg(tiles_played) as played, avg(length(drawn)) as drawn, count(*) / count(distinct (game_id, seat)) as turns
from moves
group by agent
order by agent;
