-- The tables of a run as views, with what a line of arithmetic derives from their
-- columns. Before it is read the variable `run` names the folder:
--   set variable run = 'results/first';
-- It may be set again afterwards: the views look where it points.

-- How many tiles of a kind a rack holds: count_tile(rack, 'S'), count_tile(rack, '?').
create or replace macro count_tile(rack, tile) as length(rack) - length(replace(rack, tile, ''));

-- Points of what is stored in thousandths of a point.
create or replace macro points(thousandths) as thousandths / 1000;

create or replace view games as
from read_parquet(getvariable('run') || '/games/*.parquet');

-- The tile set: letter, count, points, vowel.
create or replace view tiles as
from read_parquet(getvariable('run') || '/tileset.parquet');

-- How many vowels a rack holds, as the tile set counts them; a blank is none.
create or replace macro count_vowels(rack) as
  length(rack) - length(translate(rack, (select string_agg(letter, '') from tiles where vowel), ''));

-- A row for each seat of each game. `share` is the seat's part of the first place:
-- 1, 0, or 1/k of one that k seats share, but for runs with --tie-break before-racks
-- of three or four seats. Who forfeits has none.
create or replace view seats as
with contest as (
  select *, list_filter(range(len(score)), lambda s: not (end_reason = 'forfeit' and faults[s + 1] > 0)) as contenders
  from games
), first as (
  select *, list_filter(contenders, lambda s: score[s + 1] = list_max(list_transform(contenders, lambda c: score[c + 1]))) as firsts
  from contest
)
select game_id, deal_id, seat::int as seat, agent[seat + 1] as agent,
       score[seat + 1] as score, score_before_end[seat + 1] as score_before_end,
       score[seat + 1] - list_max(list_transform(list_filter(range(len(score)), lambda s: s <> seat), lambda s: score[s + 1])) as spread,
       case when winner is null then list_contains(firsts, seat)::int / len(firsts) else (winner = seat)::int end as share,
       seat_turns[seat + 1] as turns, bingos[seat + 1] as bingos, exchanges[seat + 1] as exchanges, passes[seat + 1] as passes,
       opening_rack[seat + 1] as opening_rack, drawn_counts[seat + 1] as drawn_counts, rack_left[seat + 1] as rack_left,
       faults[seat + 1] as faults, end_reason
from first, unnest(range(len(score))) as s(seat);

-- The moves with `spread_before`, to the best other seat, `laid`, the tiles on the
-- board, and `unseen`, those that the seat does not see, all before the move.
create or replace view moves as
select *, (select sum(count) from tiles)::int - laid - length(rack) as unseen
from (
  select *, score_before - opponent_score_before as spread_before,
         coalesce(sum(tiles_played) over (partition by game_id order by turn rows between unbounded preceding and 1 preceding), 0)::int as laid
  from read_parquet(getvariable('run') || '/moves/*.parquet')
);

create or replace view plays as
from moves where action = 'play';

-- The moves with the columns of their annotations, of a run that quadword annotate
-- has been through: from annotated().
create or replace macro annotated() as table
select * from moves
join (from read_parquet(getvariable('run') || '/annotations/*.parquet')) as annotations using (game_id, deal_id, turn, seat);
