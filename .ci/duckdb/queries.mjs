// Answers the questions in a folder of SQL files with DuckDB, of one run: the
// file views.sql first, then each of the others. Prints their rows as JSON, by the
// name of the file, for experiments/queries/queries_test.go to compare.
//
//   node queries.mjs RUN FOLDER
import { DuckDBInstance } from '@duckdb/node-api';
import { readFileSync, readdirSync } from 'node:fs';

const [run, folder] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:')).connect();

// The rows of the last statement of a text.
const rows = async (text) => {
  const statements = await connection.extractStatements(text);
  let result;
  for (let i = 0; i < statements.count; i++) {
    result = await (await statements.prepare(i)).runAndReadAll();
  }
  return result.getRowObjectsJson();
};

await rows(`set variable run = '${run.replaceAll("'", "''")}'`);
await rows(readFileSync(`${folder}/views.sql`, 'utf8'));
const answers = {};
for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql') && name !== 'views.sql').sort()) {
  try {
    answers[file] = await rows(readFileSync(`${folder}/${file}`, 'utf8'));
  } catch (e) {
    throw new Error(`${file}: ${e.message}`);
  }
}
console.log(JSON.stringify(answers));
