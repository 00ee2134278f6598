-- Who is stronger: by agent, the share of first places, and means per game.
select agent, count(*) as games, avg(share) as win_rate, avg(score) as mean_score, avg(spread) as mean_spread
from seats
group by agent
order by agent;
