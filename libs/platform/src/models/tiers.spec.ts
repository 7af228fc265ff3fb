import type { ModelsDefinition } from '@arbiter/contracts';
import { createProvider } from './registry';
import { candidatesOf, tierProblems } from './tiers';

const models = (changes: Partial<ModelsDefinition>): ModelsDefinition => ({
  tiers: {
    B: [{ provider: 'local', model: 'embedded-en-0.2' }, { provider: 'local_lexical', model: 'lexical-en-0.1' }],
    C: [{ provider: 'local', model: 'template-prose' }, { provider: 'local_lexical', model: 'template-prose' }],
  },
  purposes: { intent: 'B', narrative: 'C', clarification: 'C' }, timeoutMilliseconds: 4_000, minimumConfidence: 0.5,
  ...changes,
});

describe('tiers', () => {
  it('of providers and models that exist have no problem', () => expect(tierProblems(models({}))).toEqual([]));

  it('give those candidates, in order, that have a model for the ask', () => {
    const tiers = { A: [...models({}).tiers['C']!, ...models({}).tiers['B']!] };
    expect(candidatesOf(models({ tiers }), 'A', 'intent').map(({ provider }) => provider)).toEqual(['local', 'local_lexical']);
    expect(candidatesOf(models({ tiers }), 'A', 'narrative').map(({ model }) => model)).toEqual(['template-prose', 'template-prose']);
  });

  it('that name an unknown provider are told which there are', () => {
    expect(tierProblems(models({ tiers: { B: [{ provider: 'gpt', model: 'x' }] } }))).toEqual([
      { path: ['tiers', 'B', 0, 'provider'], reason: 'there is no provider "gpt"; use one of local, local_lexical', fix: 'correct the name' },
    ]);
  });

  it('that name an unknown model are told which the provider has', () => {
    expect(tierProblems(models({ tiers: { B: [{ provider: 'local', model: 'large' }] } }))).toEqual([
      { path: ['tiers', 'B', 0, 'model'], reason: 'provider "local" has no model "large"', fix: 'use embedded-en-0.2 for intent, template-prose for narrative, template-prose for clarification' },
    ]);
  });

  it('that nobody can answer a purpose from are told which purpose', () => {
    const { tiers } = models({});
    expect(tierProblems(models({ tiers, purposes: { intent: 'C', narrative: 'A' } }))).toEqual([
      { path: ['purposes', 'intent'], reason: 'no entry of tier C can answer "intent"', fix: 'add a model for intent to the tier' },
      { path: ['purposes', 'narrative'], reason: 'no entry of tier A can answer "narrative"', fix: 'add a model for narrative to the tier' },
    ]);
  });
});

describe('createProvider', () => {
  it.each(['gpt', 'constructor', ''])('refuses the unknown name "%s" and lists the known ones', (name) => {
    expect(() => createProvider(name, {})).toThrow(`there is no provider "${name}"; use one of local, local_lexical`);
  });
});
