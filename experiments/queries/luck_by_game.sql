-- How lucky were the draws: by game, the points of luck that seat 0 had more than
-- seat 1, beside the spread. Needs annotations.
select game_id, any_value(g.spread) as spread,
       points(coalesce(sum(draw_luck) filter (seat = 0), 0) - coalesce(sum(draw_luck) filter (seat = 1), 0)) as luck
from annotated() as m join games as g using (game_id)
group by game_id
order by game_id;
