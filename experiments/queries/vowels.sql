-- Is a balanced rack better: of racks of seven, by vowels among the tiles, how
-- often they are held, points, and how often some are exchanged.
select count_vowels(rack) as vowels, count(*) as turns, avg(score) as points, avg((action = 'exchange')::int) as exchanges
from moves
where length(rack) = 7
group by vowels
order by vowels;
