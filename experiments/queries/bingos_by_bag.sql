-- When are bingos played: by agent and tiles in the bag, in steps of 10.
select agent, bag_before // 10 * 10 as bag_from, count(*) as turns, count_if(bingo) as bingos, avg(bingo::int) as rate
from moves
group by agent, bag_from
order by agent, bag_from;
