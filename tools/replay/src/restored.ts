import { bumpGeneration } from './generation';
import { print, runCommand } from './command';
import { connected } from './connection';
import { usage } from './options';

/** `npm run restored`: says that the database was restored from a backup, so that readers of the log begin it anew. */
async function main(): Promise<number> {
  if (process.argv.length > 2) throw usage('npm run restored');
  return connected(async ({ database }) => {
    print(JSON.stringify({ generation: await bumpGeneration(database) }));
    return 0;
  });
}

runCommand(main);
