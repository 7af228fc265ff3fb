import type { IntentDefinition } from '@arbiter/contracts';
import { Laboratory } from '@arbiter/store/testing/laboratory';
import { EmbeddingTable } from './embedding-store';
import { LocalProvider } from './local-provider';
import { SentenceEmbedder } from './sentence-embedder';

const INTENTS: readonly IntentDefinition[] = [
  {
    intent: 'escalate',
    description: '',
    template: 't',
    slots: [],
    examples: ['I want to talk to a human', 'connect me to an agent'],
  },
  { intent: 'opening_hours', description: '', template: 't', slots: [], examples: ['when do you open'] },
];

class CountingEmbedder extends SentenceEmbedder {
  readonly asked: string[] = [];
  override embed(...[texts, signal]: Parameters<SentenceEmbedder['embed']>) {
    this.asked.push(...texts);
    return super.embed(texts, signal);
  }
}

describe('the vectors of the texts of artifacts', () => {
  let laboratory: Laboratory;
  const troubles: unknown[] = [];
  const onTrouble = (error: unknown): void => void troubles.push(error);
  beforeAll(async () => {
    laboratory = await Laboratory.open();
  });
  beforeEach(() => void troubles.splice(0));
  afterAll(() => laboratory.close());

  /** One connection, which keeps the rights it takes. */
  async function storeOf(role: string): Promise<EmbeddingTable> {
    const database = laboratory.database(1);
    await database.pool.query(`set role ${role}`);
    return new EmbeddingTable(database, onTrouble);
  }
  const asProviderGateway = () => storeOf('arbiter_provider_gateway');

  it('are kept by provider-gateway as they are, and those not kept are not there', async () => {
    const store = await asProviderGateway();
    const vector = Float32Array.from({ length: 512 }, (_, index) => Math.fround(Math.sin(index)));
    await store.keep(new Map([['where is my order', vector]]));
    await store.keep(new Map([['where is my order', vector]]));
    expect(await store.read(['when do you open', 'where is my order'])).toEqual(
      new Map([['where is my order', vector]]),
    );
    expect(troubles).toEqual([]);
  });

  it('are made once: a later start reads them, and reads what a person writes no worse', async () => {
    const understood: unknown[] = [];
    for (const expected of [['i want to talk to a human', 'connect me to an agent', 'when do you open'], []]) {
      const embedder = new CountingEmbedder();
      const provider = new LocalProvider(embedder, await asProviderGateway());
      await provider.prepare(INTENTS);
      expect(embedder.asked).toEqual(expected);
      const prompt = { text: '', intents: INTENTS, eligible: INTENTS.map(({ intent }) => intent) };
      understood.push(await provider.judge('could somebody call me', prompt, new AbortController().signal));
      await provider.close();
    }
    expect(understood[1]).toEqual(understood[0]);
    const { rows } = await laboratory.database().pool.query('select count(*)::int as kept from embedding');
    expect(rows).toEqual([{ kept: 4 }]);
    expect(troubles).toEqual([]);
  });

  it('are made anew where they cannot be read or kept, which is told', async () => {
    expect(await (await storeOf('arbiter_telemetry')).read(['where is my order'])).toEqual(new Map());
    await (await storeOf('arbiter_telemetry')).keep(new Map([['where is my order', new Float32Array(2)]]));
    expect(troubles).toHaveLength(2);
  });
});
