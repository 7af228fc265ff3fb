import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startDatabase, startService } from '@arbiter/stack';
import { runPeer, type Contender } from './contender';
import { applicationEnvironment } from './environment';
import { refuseForeign } from './foreign';
import { VERSIONS, type PeerPackages } from './packages';

const SDK = '@dbos-inc/dbos-sdk';

/** DBOS in one Node process, on a Postgres of its own with the settings of ours: acknowledged data is on the disk. */
export async function startDbos(packages: PeerPackages): Promise<Contender> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-bench-dbos-'));
  await using started = new AsyncDisposableStack();
  const database = await startDatabase({ dataFolder, throwaway: true, durable: true });
  started.defer(() => database.stop());
  refuseForeign(database.postgres);
  const port = await freePort();
  const application = await startService({
    name: 'dbos-application',
    script: packages.application('dbos'),
    dataFolder,
    environment: { ...applicationEnvironment(port), PEER_POSTGRES_URL: database.postgres.url },
  });
  started.defer(() => application.stop());
  await application.ready;
  const running = started.move();
  return {
    name: 'dbos',
    describe: `${SDK} ${VERSIONS[SDK]}, ${database.postgres.describe}`,
    dataFolder,
    url: `http://127.0.0.1:${port}`,
    run: (client, workload) => runPeer(client, `/${workload}`),
    stop: () => running.disposeAsync(),
  };
}
