-- How often does a word count many times (x8 and x12 need a 4W square): by the
-- product of the word premiums under a play, plays and what they scored.
select word_multiplier, count(*) as plays, avg(score) as mean_score, max(score) as best_score
from plays
group by word_multiplier
order by word_multiplier;
