// Opens a run with DuckDB, a reader that shares no code with its writer, and
// compares counts and sums with the manifest and with `quadword report`, and the
// tables with each other.
//
//   node check.mjs RUN REPORT.json
import { DuckDBInstance } from '@duckdb/node-api';
import { readFileSync } from 'node:fs';

const [run, reportFile] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(`${run}/manifest.json`));
const report = JSON.parse(readFileSync(reportFile));

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const row = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson()[0];
const games = `read_parquet('${run}/games/*.parquet')`;
const moves = `read_parquet('${run}/moves/*.parquet')`;

let checks = 0;
const equal = (what, got, want) => {
  checks++;
  if (!(Math.abs(Number(got) - Number(want)) <= 1e-6 * Math.max(1, Math.abs(want)))) { // undefined is no number
    throw new Error(`${what}: DuckDB has ${got}, expected ${want}`);
  }
};
const sum = (part) => manifest.parts.reduce((total, p) => total + p[part], 0);

equal('games', (await row(`select count(*) n from ${games}`)).n, sum('games'));
equal('moves', (await row(`select count(*) n from ${moves}`)).n, sum('moves'));
equal('games of the report', report.games, sum('games'));

// The two tables say the same of scores, turns and bingos.
const fromGames = await row(`select sum(list_sum(score_before_end)) points, sum(turns) turns,
  sum(list_sum(bingos)) bingos, sum(list_sum(list_transform(drawn_counts, c -> list_sum(c)))) drawn from ${games}`);
const fromMoves = await row(`select sum(score) points, count(*) turns, count_if(bingo) bingos,
  sum(length(drawn)) drawn from ${moves}`);
equal('points', fromMoves.points, fromGames.points);
equal('turns', fromMoves.turns, fromGames.turns);
equal('bingos', fromMoves.bingos, fromGames.bingos);
equal('tiles drawn', Number(fromMoves.drawn) + 14 * report.games, fromGames.drawn);

// A missing value is null, not 0.
const nulls = await row(`select count_if(row is null) n, count_if(action <> 'play') m,
  count_if(leave_value is not null and agent in ('greedy', 'random')) leaves from ${moves}`);
equal('rows without a square', nulls.n, nulls.m);
equal('leave values of agents that have none', nulls.leaves, 0);

// The report's means, by agent.
const agents = (await connection.runAndReadAll(`
  select agent, avg(points) points, avg(turns) turns from (
    select unnest(agent) agent, unnest(score) points, unnest(seat_turns) turns from ${games})
  group by agent`)).getRowObjectsJson();
for (const a of agents) {
  equal(`mean score of ${a.agent}`, report.agents[a.agent].mean_score, a.points);
  equal(`turns of ${a.agent}`, report.agents[a.agent].turns, a.turns);
}

// The tile set adds up to the bag.
const set = await row(`select sum(count) n from read_parquet('${run}/tileset.parquet')`);
equal('tiles', set.n, (await row(`select max(length(bag_order)) n from ${games}`)).n);

// A turn whose moves were compared has the best of them as candidates, ranked
// from 1, and one of these is the move of the turn.
if (manifest.spec.candidates) {
  const candidates = `read_parquet('${run}/candidates/*.parquet')`;
  const compared = `(from ${moves} where agent like 'montecarlo%' and candidates is not null)`;
  const turns = await row(`select count(*) n, sum(least(candidates, ${manifest.spec.candidates})) told from ${compared}`);
  if (Number(turns.n) === 0) throw new Error('no move was compared');
  const all = await row(`select count(*) n, count_if(chosen) chosen, count_if(mean is null) means,
    count_if((standard_error is null) <> (visits = 1)) errors from ${candidates}`);
  equal('candidates', all.n, sum('candidates'));
  equal('candidates of the turns', all.n, turns.told);
  equal('candidates that were chosen', all.chosen, turns.n);
  equal('means that are null', all.means, 0);
  equal('standard errors that are null but of one sample', all.errors, 0);
  const chosen = await row(`select count(*) n from ${compared} m join ${candidates} c using (game_id, turn)
    where c.chosen and c.deal_id = m.deal_id and c.seat = m.seat and c.action = m.action
      and c.score = m.score and c.leave = m.leave
      and (c.action <> 'play' or replace(c.move, '.', '') = m.coordinate || ' ' || m.placed)
      and c.win_prob is not distinct from m.win_prob and c.standard_error is not distinct from m.standard_error`);
  equal('moves that are their chosen candidate', chosen.n, turns.n);
  const ranked = await row(`select count(*) n from (
    select count(*) n, count(distinct rank) ranks, min(rank) best, max(rank) worst from ${candidates} group by game_id, turn)
    where best = 1 and worst = n and ranks = n`);
  equal('turns ranked from 1', ranked.n, turns.n);
}
console.log(`${checks} passed, 0 failed`);
