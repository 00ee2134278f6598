-- What do mistakes cost: by agent, points of equity lost a turn and a game, and
-- how often the best move was made. Needs annotations.
select agent, count(equity_loss) as turns, points(avg(equity_loss)) as lost_a_turn,
       points(sum(equity_loss)) / count(distinct (game_id, seat)) as lost_a_game,
       avg((chosen_rank = 1)::int) as best_move, median(plays) as plays
from annotated()
group by agent
order by agent;
