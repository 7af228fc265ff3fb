import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalProcess, startBroker, type RunningBroker } from '@arbiter/stack';
import { openBroker, type Broker } from './broker';

describe('a question to the broker', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-broker-'));
  let server: RunningBroker;
  let broker: Broker;

  beforeAll(async () => {
    server = await startBroker({ dataFolder, throwaway: true });
    broker = await openBroker({ url: server.nats.url, name: 'test', inbox: 'test' });
  });
  afterAll(async () => {
    await broker?.close();
    await server?.stop();
  });

  it('fails once the connection is back that broke upon it, and can be asked again', async () => {
    signalProcess(dataFolder, 'nats', 'SIGSTOP');
    const asked = broker.manager.getAccountInfo().catch((error: unknown) => error);
    const back = new Promise((resolve) => broker.nextReconnect().addEventListener('abort', resolve));
    await broker.connection.reconnect();
    signalProcess(dataFolder, 'nats', 'SIGCONT');
    await back;
    expect(await asked).toMatchObject({ code: 'connection_broke', kind: 'retryable' });
    expect(await broker.manager.getAccountInfo()).toHaveProperty('streams');
  });
});
