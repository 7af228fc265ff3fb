import { ArtifactBundles, ArtifactRegistry } from '@arbiter/artifacts';
import { EventStore } from '@arbiter/store';
import { ArchivedStreams } from './archive/archived-streams';
import { Manifest } from './archive/manifest';
import { print, runCommand, say } from './command';
import { connected } from './connection';
import { readReplayOptions } from './options';
import { replay } from './replay/replay';
import { todaysRules } from './replay/rules';
import type { Replayed, StreamReport } from './replay/replay-report';

const PROGRESS_STREAMS = 1_000;

/** `npm run replay`: exit code 1 when a decision differs under the same rules. */
async function main(): Promise<number> {
  const { selection, show, archive: folder } = readReplayOptions(process.argv.slice(2));
  const archive = folder === null ? undefined : await ArchivedStreams.open(await Manifest.open(folder));
  return connected(async ({ database, keyring }) => {
    const registry = new ArtifactRegistry(new ArtifactBundles(database), new EventStore(database, keyring, 'replay'));
    const parts = {
      database,
      sealer: keyring,
      rules: todaysRules(),
      artifacts: (hash: string) => registry.load(hash),
      ...(archive ? { archive } : {}),
    };
    let streams = 0;
    const summary = await replay(selection, parts, (report) => {
      for (const line of linesOf(report, show)) print(line);
      streams += 1;
      if (streams % PROGRESS_STREAMS === 0) say(`${streams} streams replayed`);
    });
    print(JSON.stringify(summary));
    return summary.differing > 0 ? 1 : 0;
  });
}

function linesOf({ decisions }: StreamReport, show: boolean): readonly string[] {
  return decisions.filter(({ verdict }) => show || verdict === 'differing' || verdict === 'changed').map(lineOf);
}

function lineOf({ stream, version, verdict, input, facts, what }: Replayed): string {
  const place = `${verdict} ${stream}${version === null ? ':' : `@${version}`}`;
  return what === null ? `${place} ${input} → ${facts.join(', ')}` : `${place} ${what}`;
}

runCommand('replay', main);
