import { archive } from './archive/archive';
import { Manifest } from './archive/manifest';
import { readArchiveOptions } from './archive/options';
import { print, runCommand, say } from './command';
import { connected } from './connection';

/** `npm run archive -- --before 2026-01-31 [--to FOLDER] | --verify FOLDER` */
async function main(): Promise<number> {
  const options = readArchiveOptions(process.argv.slice(2));
  if (options.kind === 'verify') {
    const manifest = await Manifest.open(options.folder);
    print(JSON.stringify({ folder: options.folder, ...(await manifest.verify(say)) }));
    return 0;
  }
  return connected(async ({ database }) => {
    const archived = await archive(options.before, { database, folder: options.folder, tell: say });
    print(JSON.stringify({ before: options.before.toISOString(), folder: options.folder, ...archived }));
    return 0;
  });
}

runCommand('archive', main);
