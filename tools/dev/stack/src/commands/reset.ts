import { existsSync } from 'node:fs';
import { answerHelp, readArguments } from '../../../command-line/command-line.cjs';
import { runningStack } from '../folder/claim';
import { defaultDataFolder, defaultPackagesFolder, ownDataFolder } from '../folder/data-folder';
import { removeData } from '../folder/remove-data';
import { stopLeftovers } from '../process/process-records';

/** `npm run reset`: the next start begins with an empty store. Unpacked packages stay, they hold no data. */
async function reset(): Promise<number> {
  readArguments('reset', process.argv.slice(2));
  const dataFolder = defaultDataFolder();
  const running = runningStack(dataFolder);
  if (running !== undefined) {
    process.stderr.write(
      `arbiter: a stack is running on ${dataFolder} (process ${running}); stop it with Ctrl-C, then reset\n`,
    );
    return 1;
  }
  if (existsSync(dataFolder)) ownDataFolder(dataFolder);
  for (const name of await stopLeftovers(dataFolder))
    process.stdout.write(`arbiter: stopped ${name}, left over from an earlier start\n`);
  const removed = await removeData(dataFolder, [defaultPackagesFolder()]);
  for (const path of removed) process.stdout.write(`arbiter: removed ${path}\n`);
  if (removed.length === 0) process.stdout.write(`arbiter: nothing to remove in ${dataFolder}\n`);
  return 0;
}

answerHelp('reset');
reset().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`arbiter: ${error.message}\n`);
    process.exitCode = 1;
  },
);
