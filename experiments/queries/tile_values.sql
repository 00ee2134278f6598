-- What is a tile worth to draw: by letter, how often it was drawn, how often it was
-- to be expected from what the seat had not seen, and the points of final spread
-- that a game has more for each tile drawn beyond that. Racks held and raw draws
-- would not tell, since bad tiles linger and who plays many tiles draws many.
with turns as (
  -- The kinds that each turn took from the unseen tiles: of blanks a lowercase letter.
  select game_id, seat, turn, final_spread, letter, count,
         count_tile(rack, letter) as held, count_tile(drawn, letter) as drawn, length(drawn) as draws, unseen,
         case letter when '?' then blanks_played else count_tile(coalesce(placed, ''), letter) end as placed
  from moves, tiles
), seen as (
  select *, count - held - coalesce(sum(placed) over (partition by game_id, letter order by turn rows between unbounded preceding and 1 preceding), 0) as pool
  from turns
), drawn as (
  select game_id, seat, letter, any_value(final_spread) as final_spread, sum(drawn) as drawn, sum(draws * pool / unseen) as expected
  from seen
  where draws > 0
  group by game_id, seat, letter
)
select letter, sum(drawn) as drawn, sum(expected) as expected, regr_slope(final_spread, drawn - expected) as worth
from drawn
group by letter
order by letter;
