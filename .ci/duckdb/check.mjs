// Opens a run with DuckDB, a reader that shares no code with its writer, and
// compares counts and sums with the manifest and with `quadword report`.
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
  if (Math.abs(Number(got) - Number(want)) > 1e-6 * Math.max(1, Math.abs(want))) {
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
  count_if(leave_value is null) leaves, count(*) total from ${moves}`);
equal('rows without a square', nulls.n, nulls.m);
equal('leave values of agents that have none', nulls.leaves, nulls.total);

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
console.log(`${checks} passed, 0 failed`);
