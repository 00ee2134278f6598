-- How open is the board: by tiles on it, in steps of 20, anchors, squares that a
-- letter hooks, and premium squares that can be reached. Needs annotations.
select laid // 20 * 20 as laid_from, count(*) as turns, avg(plays) as plays, avg(anchors) as anchors,
       avg(hook_squares) as hooks, avg(open_tw) as open_tw, avg(open_qw) as open_qw
from annotated()
group by laid_from
order by laid_from;
