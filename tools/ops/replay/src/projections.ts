import type { Database } from '@arbiter/store';
import { nextOf, readModels, type ReadModel } from '@arbiter/views';
import { readArguments } from '../../../dev/command-line/command-line.cjs';
import { print, runCommand, say, usage } from './command';
import { connected } from './connection';
import { modelsNamed } from './projections/models-named';
import { rebuild } from './projections/rebuild';
import { countRows, readGaps, readStatus } from './projections/status';

/** `npm run projections -- rebuild [--model <name>] | status` */
async function main(): Promise<number> {
  const {
    values: { model },
    operands: [command, ...more],
  } = readArguments('projections', process.argv.slice(2));
  if (more.length > 0) throw usage('projections', `"${more[0]}" is too much`);
  if (command === 'rebuild') {
    const models = modelsNamed(model);
    return connected(({ database }) => rebuildAndTell(database, models));
  }
  if (command === 'status' && model === undefined) return connected(({ database }) => tellStatus(database));
  throw usage('projections', 'name rebuild or status');
}

async function rebuildAndTell(database: Database, models: readonly ReadModel[]): Promise<number> {
  const { before, after, lost, events } = await rebuild(database, models, say);
  for (const { name, tables } of models)
    for (const table of tables) print(`${name}: ${table} has ${after.get(table)} rows, had ${before.get(table)}`);
  for (const line of lost) say(line);
  print(JSON.stringify({ models: models.map(({ name }) => name), events, lost: lost.length }));
  return lost.length === 0 ? 0 : 1;
}

async function tellStatus(database: Database): Promise<number> {
  const rows = await countRows(database);
  for (const { name, position, behind, lagSeconds } of await readStatus(database)) {
    const tables = readModels().find((model) => model.name === name)?.tables ?? [];
    const held =
      tables.map((table) => `${table} ${rows.get(table)}`).join(', ') ||
      (name.endsWith(nextOf('')) ? 'made again beside the one that is read' : 'no rows');
    print(
      `${name}: at ${position}, ${behind} facts behind${behind > 0 ? ` (${lagSeconds.toFixed(1)} s)` : ''}; ${held}`,
    );
  }
  for (const { model, type, since } of await readGaps(database))
    print(
      `${model}: folded without ${type} since ${since.toISOString()}; a release that can read it makes the model again`,
    );
  return 0;
}

runCommand('projections', main);
