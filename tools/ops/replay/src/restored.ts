import { bumpGeneration } from './generation';
import { readArguments } from '../../../dev/command-line/command-line.cjs';
import { print, runCommand } from './command';
import { connected } from './connection';

/** `npm run restored`: records that the database was restored from a backup, so that readers of the log start over. */
async function main(): Promise<number> {
  readArguments('restored', process.argv.slice(2));
  return connected(async ({ database }) => {
    print(JSON.stringify({ generation: await bumpGeneration(database) }));
    return 0;
  });
}

runCommand('restored', main);
