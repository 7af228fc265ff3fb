import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BROKER_STREAMS, subjects, type BrokerStream } from '@arbiter/contracts';
import { ensureStream, openBroker } from '@arbiter/runtime';
import { startStack } from '@arbiter/stack';
import { LeakSearch } from './leak-search';

const CANARY = 'Quixwörth & Söhne';
const STREAMS = Object.keys(BROKER_STREAMS) as BrokerStream[];
const MESSAGES = 50;
const DEPLOYED = resolve(__dirname, '../../../deploy/nats/nats.conf');

const storeOf = (dataFolder: string): string => JSON.stringify(join(dataFolder, 'nats', 'store'));

/**
 * What the deployed file says of JetStream, in place of the stack's own; a NATS configuration takes a variable from
 * itself as it does from the environment.
 */
function deployed(dataFolder: string): string {
  const [block] = /^jetstream \{[^}]*\}/m.exec(readFileSync(DEPLOYED, 'utf8'))!;
  return `ARBITER_NATS_KEY: "a key of the environment"\n${block.replace('"/data"', storeOf(dataFolder))}`;
}

/** Fills every stream with messages that hold the canary, stops the server, and looks through what it left on disk. */
async function storeAfter(configuration: (dataFolder: string) => string): Promise<LeakSearch> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-broker-store-'));
  const stack = await startStack({ dataFolder, throwaway: true, natsConfiguration: () => configuration(dataFolder) });
  try {
    const broker = await openBroker({ url: stack.nats.url, name: 'test', inbox: 'test' });
    for (const name of STREAMS) await ensureStream(broker.manager, name);
    for (let index = 0; index < MESSAGES; index += 1) {
      for (const subject of [
        subjects.inbound('shop', 'telegram'),
        subjects.outbound('shop', 'telegram'),
        subjects.event('shop', 'turn.received'),
        subjects.deadLetter('shop', 'router', 'on-turn-received'),
      ]) {
        await broker.stream.publish(subject, JSON.stringify({ text: `I am ${CANARY}, write to ${CANARY}` }), {
          msgID: `${subject} ${index}`,
        });
      }
    }
    for (const name of STREAMS) expect((await broker.manager.streams.info(name)).state.messages).toBe(MESSAGES);
    await broker.close();
    await stack.nats.restart!();
    const search = new LeakSearch(CANARY);
    search.lookInFolder(join(dataFolder, 'nats'));
    return search;
  } finally {
    await stack.stop();
  }
}

describe('the disk of the broker', () => {
  it.each<[string, (dataFolder: string) => string]>([
    ['as this machine runs it', () => ''],
    ['as a deployment runs it', deployed],
  ])(
    'gives nothing away of what travels to and from channels, between services, or was set aside, %s (CX-08)',
    async (_, configuration) => {
      const search = await storeAfter(configuration);
      expect(search.finds).toEqual([]);
      expect(search.bytes).toBeGreaterThan(STREAMS.length * MESSAGES * CANARY.length);
    },
  );

  it('would give it away without the encryption', async () => {
    const search = await storeAfter((dataFolder) => `jetstream { store_dir: ${storeOf(dataFolder)} }`);
    expect(search.finds.map(({ as }) => as)).toContain('clear');
  });
});
