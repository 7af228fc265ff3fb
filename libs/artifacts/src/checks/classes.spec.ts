import { join } from 'node:path';
import type { ArtifactBundle, ModelsDefinition, StepClass } from '@arbiter/contracts';
import { loadTenant } from '../load-tenant';
import { checkClasses } from './classes';
import { checkModels } from './models';

const shop = loadTenant(join(__dirname, '../../../../deploy/tenants/shop'));

/**
 * The problems of the shop when it has other models, and when its intents and the steps that ask a model have these
 * classes.
 */
function problemsOf(
  models: Partial<ModelsDefinition>,
  step?: StepClass,
  intent?: StepClass,
  asking = 'synthesize',
): readonly string[] {
  const problems: string[] = [];
  const bundle: ArtifactBundle = {
    ...shop,
    models: { ...shop.models, ...models },
    intents: shop.intents.slice(0, 1).map((one) => (intent === undefined ? one : { ...one, class: intent })),
    templates: shop.templates.slice(0, 1).map((template) => ({
      ...template,
      steps: template.steps.map((one) =>
        one.type === asking ? { ...one, ...(step === undefined ? {} : { class: step }) } : one,
      ),
    })),
  };
  for (const check of [checkModels, checkClasses])
    check(bundle, (file, path, reason, fix) => problems.push(`${file} ${path.join('.')}: ${reason}; ${fix}`));
  return problems;
}
const { formatting: _, ...withoutFormatting } = shop.models.classes!;
const { C: __, ...withoutC } = shop.models.tiers;

describe('classes of work (PV-02, PV-09)', () => {
  it('that lead to tiers with a provider that can write have no problem', () =>
    expect(problemsOf({}, 'drafting', 'extraction')).toEqual([]));

  it('that a step, an intent or a purpose names must lead to a tier', () => {
    expect(problemsOf({ classes: withoutFormatting }, 'formatting', 'formatting')).toEqual([
      expect.stringMatching(
        /^models.yaml purposes.narrative: there is no tier "formatting"; use one of A, B, C, compile/,
      ),
      expect.stringMatching(/^models.yaml purposes.clarification: there is no tier "formatting"/),
      expect.stringMatching(/^intents.yaml 0.class: models.yaml gives "formatting" no tier; add it to `classes`/),
      expect.stringMatching(/^templates.yaml 0.steps.1.class: models.yaml gives "formatting" no tier/),
    ]);
  });

  it('that lead to a tier that is not there are told where they stand', () => {
    expect(problemsOf({ tiers: withoutC }, 'formatting')).toEqual([
      'models.yaml classes.formatting: there is no tier "C"; use one of A, B',
      'models.yaml classes.canonicalization: there is no tier "C"; use one of A, B',
    ]);
  });

  it('are for steps that ask a model', () => {
    expect(problemsOf({}, 'drafting', undefined, 'tool_call')).toEqual([
      'templates.yaml 0.steps.0.class: a tool_call asks no model; leave `class` out',
    ]);
  });

  it('need a provider in their tier that can write', () => {
    const tiers = {
      ...shop.models.tiers,
      A: ['embedded-en-0.2', 'reference-plan'].map((model) => ({ provider: 'local', model })),
    };
    expect(problemsOf({ tiers }, 'drafting')).toEqual([
      expect.stringMatching(/^templates.yaml 0.steps.1.class: no entry of tier A can write/),
    ]);
  });
});

it('a budget in dollars needs the prices of every provider (PV-11)', () => {
  const providers = shop.models.providers!.map(({ prices, ...rest }) =>
    rest.name === 'own' ? rest : { ...rest, prices },
  );
  const free = providers as NonNullable<ModelsDefinition['providers']>;
  expect(problemsOf({ providers: free })).toEqual([
    expect.stringMatching(/^models.yaml providers.0.name: .*what "own" costs is not said; give its prices/),
  ]);
  expect(problemsOf({ providers: free, budgets: { day: { tokens: 5 } } })).toEqual([]);
});
