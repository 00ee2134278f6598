-- How much does luck decide: by agent, the mean luck of a draw, its standard
-- deviation, and by how many points of the final spread a point of luck comes out.
-- Needs annotations.
select agent, count(draw_luck) as draws, points(avg(draw_luck)) as mean, points(stddev_samp(draw_luck)) as deviation,
       regr_slope(final_spread, points(draw_luck)) as spread_of_a_point
from annotated()
group by agent
order by agent;
