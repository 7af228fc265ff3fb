import { answerTimes, type ModelsDefinition, type ProviderDefinition } from '@arbiter/contracts';
import { candidatesOf } from './candidates';
import { createProvider } from './registry';
import type { Environment } from './setting';
import { tierProblems } from './tiers';

const models = (changes: Partial<ModelsDefinition>): ModelsDefinition => ({
  tiers: {
    B: [
      { provider: 'local', model: 'embedded-en-0.2' },
      { provider: 'local_lexical', model: 'lexical-en-0.1' },
    ],
    C: [
      { provider: 'local', model: 'template-prose' },
      { provider: 'local_lexical', model: 'template-prose' },
    ],
  },
  purposes: { intent: 'B', narrative: 'C', clarification: 'C' },
  timeoutMilliseconds: 4_000,
  minimumConfidence: 0.5,
  ...changes,
});

describe('tiers', () => {
  it('of providers and models that exist have no problem', () => expect(tierProblems(models({}))).toEqual([]));

  it('give those candidates, in order, that have a model for the ask', () => {
    const tiers = { A: [...models({}).tiers['C']!, ...models({}).tiers['B']!] };
    expect(candidatesOf(models({ tiers }), 'A', 'intent').map(({ provider }) => provider)).toEqual([
      'local',
      'local_lexical',
    ]);
    expect(candidatesOf(models({ tiers }), 'A', 'narrative').map(({ model }) => model)).toEqual([
      'template-prose',
      'template-prose',
    ]);
  });

  it('that name an unknown provider are told which there are', () => {
    expect(tierProblems(models({ tiers: { B: [{ provider: 'gpt', model: 'x' }] } }))).toEqual([
      {
        path: ['tiers', 'B', 0, 'provider'],
        reason: 'there is no provider "gpt"; use one of local, local_lexical',
        fix: 'correct the name',
      },
    ]);
  });

  it('that name an unknown model are told which the provider has', () => {
    expect(tierProblems(models({ tiers: { B: [{ provider: 'local', model: 'large' }] } }))).toEqual([
      {
        path: ['tiers', 'B', 0, 'model'],
        reason: 'provider "local" has no model "large"',
        fix: 'use embedded-en-0.2 for intent, template-prose for narrative, template-prose for clarification, reference-plan for plan, reference-examples for agent',
      },
    ]);
  });

  it('in which no provider can answer a purpose are reported with the purpose', () => {
    const { tiers } = models({});
    expect(tierProblems(models({ tiers, purposes: { intent: 'C', narrative: 'A' } }))).toEqual([
      {
        path: ['purposes', 'intent'],
        reason: 'no entry of tier C can answer "intent"',
        fix: 'add a model for intent to the tier',
      },
      {
        path: ['purposes', 'narrative'],
        reason: 'no entry of tier A can answer "narrative"',
        fix: 'add a model for narrative to the tier',
      },
    ]);
  });
});

describe('createProvider', () => {
  it.each(['gpt', 'constructor', ''])('refuses the unknown name "%s" and lists the known ones', (name) => {
    expect(() => createProvider(name, {})).toThrow(`there is no provider "${name}"; use one of local, local_lexical`);
  });
});

describe('providers', () => {
  const own: ProviderDefinition = {
    name: 'own',
    kind: 'openai_compatible',
    modelVariable: 'ARBITER_MODEL',
    addressVariable: 'ARBITER_MODEL_URL',
    contextTokens: 8_000,
  };
  const openai: ProviderDefinition = {
    name: 'openai',
    kind: 'openai',
    model: 'gpt',
    keyVariable: 'OPENAI_API_KEY',
    contextTokens: 8_000,
  };
  const withProviders = (changes: Partial<ModelsDefinition> = {}) =>
    models({
      providers: [own, openai],
      tiers: { B: [{ provider: 'own' }, { provider: 'openai' }], C: [{ provider: 'openai' }] },
      ...changes,
    });

  it('of an entry of their own have no problem', () => expect(tierProblems(withProviders())).toEqual([]));

  it('are candidates where their variables are set, and nowhere else', () => {
    const named = (environment: Environment) =>
      candidatesOf(withProviders(), 'B', 'intent', environment).map(({ provider, model }) => `${provider} ${model}`);
    expect(named({})).toEqual([]);
    expect(named({ OPENAI_API_KEY: 'k' })).toEqual(['openai gpt']);
    expect(named({ OPENAI_API_KEY: 'k', ARBITER_MODEL: 'llama', ARBITER_MODEL_URL: 'http://h' })).toEqual([
      'own llama',
      'openai gpt',
    ]);
  });

  it.each<[string, Partial<ModelsDefinition>, readonly (string | number)[], RegExp]>([
    ['a name that is taken', { providers: [own, { ...own }] }, ['providers', 1, 'name'], /"own" is taken/],
    [
      'the name of an embedded one',
      { providers: [own, openai, { ...own, name: 'local' }] },
      ['providers', 2, 'name'],
      /"local" is taken/,
    ],
    [
      'no model',
      { providers: [own, { ...openai, model: undefined as never }] },
      ['providers', 1, 'name'],
      /say its model once/,
    ],
    [
      'no key variable',
      { providers: [own, { ...openai, keyVariable: undefined as never }] },
      ['providers', 1, 'kind'],
      /needs `keyVariable`/,
    ],
    [
      'a model in the tier too',
      { tiers: { B: [{ provider: 'own', model: 'llama' }], C: [{ provider: 'own' }] } },
      ['tiers', 'B', 0, 'model'],
      /stands in its entry/,
    ],
    ['a fallback that is no tier', { fallback: { B: 'A' } }, ['fallback', 'B'], /no tier "A"/],
    ['a fallback to itself', { fallback: { B: 'B' } }, ['fallback', 'B'], /stand in for itself/],
  ])('with %s are told where and why', (_, changes, path, reason) => {
    expect(tierProblems(withProviders(changes))).toContainEqual({
      path,
      reason: expect.stringMatching(reason) as string,
      fix: expect.any(String) as string,
    });
  });

  const slow = (limits: ProviderDefinition['limits']): Partial<ModelsDefinition> => ({
    providers: [
      { name: 'own', kind: 'http', model: 'm', addressVariable: 'ARBITER_MODEL_URL', contextTokens: 8_000, limits },
    ],
  });
  it.each<[string, Partial<ModelsDefinition>, readonly (string | number)[]]>([
    ['a purpose that there is none of', { times: { poem: {} } }, ['times', 'poem']],
    [
      'a first word after the last one',
      { times: { narrative: { firstTokenMilliseconds: 9_000 } } },
      ['times', 'narrative', 'firstTokenMilliseconds'],
    ],
    [
      'a time in all where the asker has its own',
      { times: { plan: { totalMilliseconds: 9_000 } } },
      ['times', 'plan', 'totalMilliseconds'],
    ],
    [
      "a provider's first word after its last",
      slow({ firstTokenMilliseconds: 3_000, totalMilliseconds: 2_000 }),
      ['providers', 0, 'limits', 'firstTokenMilliseconds'],
    ],
    [
      "a provider's first word after all time is over",
      slow({ firstTokenMilliseconds: 9_000 }),
      ['providers', 0, 'limits', 'firstTokenMilliseconds'],
    ],
  ])('with %s have a problem that names the field (PV-07)', (_, changes, path) =>
    expect(tierProblems(models(changes)).map((problem) => problem.path)).toEqual([path]),
  );

  it('may give each purpose and each provider its time (PV-07)', () => {
    const times = { intent: { totalMilliseconds: 20_000 }, narrative: { firstTokenMilliseconds: 3_000 } };
    expect(tierProblems(models({ times, ...slow({ firstTokenMilliseconds: 9_000 }) }))).toEqual([]);
    expect(answerTimes(models({ times }), 'intent')).toEqual({ firstToken: 10_000, total: 20_000 });
    expect(answerTimes(models({ times }), 'narrative')).toEqual({ firstToken: 3_000, total: 4_000 });
  });
});
