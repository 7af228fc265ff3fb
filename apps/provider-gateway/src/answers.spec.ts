import { join } from 'node:path';
import { HUMAN_HANDOFF_SENTENCE, retryable, type ArtifactBundle, type ModelsDefinition } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import type { Ask, ModelProvider } from '@arbiter/models';
import { Answers } from './answers';
import { Calls } from './calls';
import type { ModelCall } from './meter';
import { ProviderPool } from './provider-pool';
import { testContexts } from './testing/test-contexts';
import { OPEN_GATES, MODELS, SOMETHING, ScriptedProvider, words } from './testing/scripted-provider';

const shop = loadTenant(join(__dirname, '../../../deploy/tenants/shop'));
const gone = retryable('reset', 'the connection was reset');
const going = new AbortController().signal;

function opened(providers: readonly ModelProvider[], models: ModelsDefinition = MODELS) {
  const metered: ModelCall[] = [];
  const pool = new ProviderPool((name) => providers.find((provider) => provider.name === name)!);
  const bundle: ArtifactBundle = { ...shop, models };
  const calls = new Calls(pool, { record: (call) => void metered.push(call) }, OPEN_GATES, (_name, traceParent) => ({
    traceParent,
    end: () => undefined,
  }));
  const answers = new Answers({ load: async () => bundle }, { pool, calls, contexts: testContexts() });
  const ask = (purpose: Ask['purpose'], input: Ask['input']): Ask => ({
    askId: 'a',
    tenant: 'shop',
    customerId: 'C-1',
    purpose,
    artifacts: 'h',
    deadline: new Date(Date.now() + 20_000).toISOString(),
    input,
  });
  const said: string[] = [];
  const attempts: string[] = [];
  return {
    metered,
    said,
    attempts,
    answers,
    understand: () =>
      answers.answer(
        ask('intent', { text: 'where is it', locale: 'en', eligible: ['order_status'] }),
        null,
        () => undefined,
        going,
      ),
    compose: (copy = 'working', purpose: 'narrative' | 'clarification' = 'narrative') =>
      answers.answer(
        ask(purpose, {
          copy,
          locale: 'en',
          closing: purpose === 'clarification' ? HUMAN_HANDOFF_SENTENCE : null,
          values: {},
        }),
        null,
        (delta) => said.push(delta),
        going,
      ),
    composeMarked: () => {
      const { copy, purpose } = { copy: 'working', purpose: 'narrative' } as const;
      const marked = { ...ask(purpose, { copy, locale: 'en', closing: null, values: {} }), marksAttempts: true };
      return answers.answer(marked, null, (delta, attempt) => attempts.push(`${attempt} ${delta}`), going);
    },
  };
}
const lexicalInA: ModelsDefinition = {
  ...MODELS,
  tiers: {
    ...MODELS.tiers,
    A: [{ provider: 'local_lexical', model: 'lexical-en-0.1' }],
    B: [{ provider: 'local', model: 'embedded-en-0.2' }],
  },
};
const understanding = (name: string, confidence: number) =>
  new ScriptedProvider(name, { understand: async () => ({ ...SOMETHING, confidence }) });
const failing = (name: string) => new ScriptedProvider(name, { understand: () => Promise.reject(gone) });

describe('an intent', () => {
  it('comes from the first provider, by name and model', async () => {
    const { understand } = opened([understanding('local', 0.9)]);
    await expect(understand()).resolves.toEqual({
      kind: 'intent',
      attachment: null,
      topic: null,
      ...SOMETHING,
      provider: 'local',
      model: 'embedded-en-0.2',
    });
  });

  it('comes from the second when the first fails, and says so (PV-07)', async () => {
    const { understand } = opened([failing('local'), understanding('local_lexical', 0.8)]);
    await expect(understand()).resolves.toMatchObject({ provider: 'local_lexical', confidence: 0.8 });
  });

  it('that is no valid proposal is not used (PV-10)', async () => {
    const bold = new ScriptedProvider('local', {
      understand: async () => ({ ...SOMETHING, intentId: 'refund_order' }),
    });
    const { understand, metered } = opened([bold, understanding('local_lexical', 0.8)]);
    await expect(understand()).resolves.toMatchObject({ provider: 'local_lexical' });
    expect(metered.map(({ outcome }) => outcome)).toEqual(['invalid', 'answered']);
  });

  it('that is doubtful is asked of the tier above (PV-04)', async () => {
    const { understand, metered } = opened(
      [understanding('local', 0.3), understanding('local_lexical', 0.8)],
      lexicalInA,
    );
    await expect(understand()).resolves.toMatchObject({ provider: 'local_lexical', confidence: 0.8 });
    expect(metered.map(({ tier, provider }) => [tier, provider])).toEqual([
      ['B', 'local'],
      ['A', 'local_lexical'],
    ]);
  });

  it('that is sure is not', async () => {
    const { understand, metered } = opened(
      [understanding('local', 0.5), understanding('local_lexical', 0.8)],
      lexicalInA,
    );
    await expect(understand()).resolves.toMatchObject({ provider: 'local', confidence: 0.5 });
    expect(metered).toHaveLength(1);
  });

  it('that is doubtful stands when the tier above fails', async () => {
    await expect(
      opened([understanding('local', 0.3), failing('local_lexical')], lexicalInA).understand(),
    ).resolves.toMatchObject({ provider: 'local', confidence: 0.3 });
  });

  it('that no provider of its tier can give is asked of the tier above', async () => {
    await expect(
      opened([failing('local'), understanding('local_lexical', 0.2)], lexicalInA).understand(),
    ).resolves.toMatchObject({ provider: 'local_lexical' });
  });

  it('that no provider can give fails with the last cause', async () => {
    await expect(opened([failing('local'), failing('local_lexical')]).understand()).rejects.toBe(gone);
    await expect(opened([failing('local'), failing('local_lexical')], lexicalInA).understand()).rejects.toBe(gone);
  });
});

describe('a reply', () => {
  const saying = (name: string, ...said: readonly (string | Error)[]) =>
    new ScriptedProvider(name, { say: () => words(...said) });

  it('is said piece by piece, and then as a whole', async () => {
    const { compose, said, metered } = opened([saying('local', 'All ', 'is well.')]);
    await expect(compose()).resolves.toEqual({
      kind: 'reply',
      text: 'All is well.',
      provider: 'local',
      model: 'template-prose',
    });
    expect(said).toEqual(['All ', 'is well.']);
    expect(metered).toMatchObject([{ outputCharacters: 12, purpose: 'narrative' }]);
  });

  it('comes from the second provider when the first has said nothing yet', async () => {
    for (const silent of [saying('local', gone), saying('local')]) {
      const { compose, said } = opened([silent, saying('local_lexical', 'Well.')]);
      await expect(compose()).resolves.toMatchObject({ provider: 'local_lexical', text: 'Well.' });
      expect(said).toEqual(['Well.']);
    }
  });

  it('is never carried on by another provider once it has begun', async () => {
    const { compose, said, metered } = opened([saying('local', 'All ', gone), saying('local_lexical', 'Well.')]);
    await expect(compose()).rejects.toBe(gone);
    expect(said).toEqual(['All ']);
    expect(metered).toHaveLength(1);
  });

  it('that breaks in the middle is begun anew by the next provider, and marked as a new attempt', async () => {
    const { composeMarked, attempts, metered } = opened([
      saying('local', 'All ', gone),
      saying('local_lexical', 'Well, ', 'well.'),
    ]);
    await expect(composeMarked()).resolves.toMatchObject({ provider: 'local_lexical', text: 'Well, well.' });
    expect(attempts).toEqual(['1 All ', '2 Well, ', '2 well.']);
    expect(metered.map(({ outcome }) => outcome)).toEqual(['failed', 'answered']);
  });

  it('without end is cut off', async () => {
    const { compose } = opened([
      new ScriptedProvider('local', {
        say: async function* () {
          for (;;) yield 'and so on ';
        },
      }),
    ]);
    await expect(compose()).rejects.toMatchObject({ kind: 'terminal', code: 'reply_too_long' });
  });

  it('from copy the tenant does not have is a clear error', async () => {
    await expect(opened([]).compose('constructor')).rejects.toMatchObject({
      code: 'unknown_copy',
      message: expect.stringMatching(/no sentence "constructor"/),
    });
  });
});

describe('a prepared question', () => {
  it('is every provider that the bundle names', async () => {
    const prepared: string[] = [];
    const preparing = (name: string) =>
      Object.assign(new ScriptedProvider(name, {}), { prepare: async () => void prepared.push(name) });
    await opened([preparing('local'), preparing('local_lexical')]).answers.prepare('h');
    expect(prepared.toSorted()).toEqual(['local', 'local_lexical']);
  });
});
