import { join } from 'node:path';
import type { IntentDefinition } from '@arbiter/contracts';
import { understood } from '../understood';
import { LocalProvider } from './local-provider';
import { SentenceEmbedder } from './sentence-embedder';

const INTENTS: readonly IntentDefinition[] = [
  {
    intent: 'refund_order',
    description: '',
    template: 't',
    examples: ['refund order 1003', 'I want my money back', 'please pay me back for order 1003'],
    slots: [
      {
        name: 'orderNumber',
        expectedType: 'identifier',
        required: true,
        pattern: '\\d{4}',
        cues: ['order'],
        prompt: '?',
      },
    ],
  },
  {
    intent: 'escalate',
    description: '',
    template: 't',
    slots: [],
    examples: ['I want to talk to a human', 'connect me to an agent', 'I do not want to chat with a bot'],
  },
];
const eligible = INTENTS.map(({ intent }) => intent);
const going = new AbortController().signal;

/** Counts the questions to the embedding thread. */
class CountingEmbedder extends SentenceEmbedder {
  readonly asked: string[] = [];
  override embed(...[texts, signal]: Parameters<SentenceEmbedder['embed']>) {
    this.asked.push(...texts);
    return super.embed(texts, signal);
  }
}

describe('the local provider', () => {
  const embedder = new CountingEmbedder();
  const provider = new LocalProvider(embedder);
  beforeAll(() => provider.prepare(INTENTS));
  beforeEach(() => void embedder.asked.splice(0));
  afterAll(() => provider.close());
  const understand = (text: string, intents = INTENTS) => understood(provider, { text, intents, eligible }, '', going);

  it('settles the words of an example without the embedding thread, whatever the number', async () => {
    for (const text of ['refund order 1003', 'Refund order #1777, please!', 'REFUND ORDER'])
      expect((await understand(text)).intentId).toBe('refund_order');
    expect(embedder.asked).toEqual([]);
  });

  it('reads a text by meaning once, and the same words with another number from memory', async () => {
    const first = await understand('could I have my money returned for 1003');
    expect(embedder.asked).toEqual(['could i have my money returned for']);
    expect(await understand('Could I have my money returned for 1004?')).toEqual({
      ...first,
      slots: { orderNumber: '1004' },
    });
    expect(embedder.asked).toHaveLength(1);
  });

  it('embeds the examples of another version of the bundle only where they are new', async () => {
    const changed = [{ ...INTENTS[0]!, examples: [...INTENTS[0]!.examples, 'undo my purchase'] }, INTENTS[1]!];
    await provider.prepare(changed);
    expect(embedder.asked).toEqual(['undo my purchase']);
    expect((await understand('please undo my purchase', changed)).intentId).toBe('refund_order');
  });

  it.each(["don't refund order 1003", 'I do not want a refund for order 1003', 'never mind the refund'])(
    'takes "%s" for no refund',
    async (text) => {
      expect((await understand(text)).intentId).toBeNull();
    },
  );

  it.each(["I don't see my money back", 'I do not want to chat with a bot', 'I really do not want to chat with a bot'])(
    'does not take "%s" for a refusal',
    async (text) => {
      expect((await understand(text)).intentId).not.toBeNull();
    },
  );

  it('counts an intent that is not eligible as a rival of those that are', async () => {
    const only = await understood(
      provider,
      { text: 'could I have my money returned for 1003', intents: INTENTS, eligible: ['escalate'] },
      '',
      going,
    );
    expect(only).toMatchObject({ intentId: null, slots: {} });
  });

  it('still answers what the words alone settle when the embedding thread cannot start', async () => {
    const broken = new LocalProvider(new SentenceEmbedder({ workerFile: join(__dirname, 'no-such-worker.mjs') }));
    await expect(
      understood(broken, { text: 'refund order 1003', intents: INTENTS, eligible }, '', going),
    ).resolves.toMatchObject({ intentId: 'refund_order' });
    await expect(
      understood(broken, { text: 'could I get reimbursed', intents: INTENTS, eligible }, '', going),
    ).rejects.toMatchObject({ code: 'provider_unavailable' });
    await broken.close();
  });
});
