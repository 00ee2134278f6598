-- What is it worth to move first: by seat, in the order of moving.
select seat, count(*) as games, avg(share) as win_rate, avg(score) as mean_score, avg(spread) as mean_spread
from seats
group by seat
order by seat;
