-- When are bingos played: by agent and number of its turn in the game, from 0.
select agent, seat_turn, count(*) as turns, count_if(bingo) as bingos, avg(bingo::int) as rate
from moves
group by agent, seat_turn
order by agent, seat_turn;
