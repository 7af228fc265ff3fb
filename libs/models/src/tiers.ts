import { tierOf, type ModelsDefinition, type ProviderDefinition } from '@arbiter/contracts';
import { definitionOf, unknownProvider } from './candidates';
import { canAnswer } from './classes';
import { PURPOSE_NAMES, isPurpose } from './purposes';
import { embeddedModelsOf, isEmbedded } from './registry';
import type { TierProblem } from './tier-problem';
import { timeProblems } from './time-problems';

export type * from './tier-problem';

type Entry = ModelsDefinition['tiers'][string][number];

/** The problems of the providers and models that a models.yaml names; empty when every purpose can be answered. */
export function tierProblems(models: ModelsDefinition): readonly TierProblem[] {
  const entries = [
    ...(models.providers ?? []).flatMap((definition, index) => definitionProblems(models, definition, index)),
    ...Object.entries(models.tiers).flatMap(([tier, listed]) =>
      listed.flatMap((entry, index) => entryProblems(models, entry, ['tiers', tier, index])),
    ),
    ...fallbackProblems(models),
    ...priceProblems(models),
    ...timeProblems(models),
  ];
  return entries.length > 0 ? entries : purposeProblems(models);
}

function definitionProblems(
  { providers = [] }: ModelsDefinition,
  { name, model, modelVariable, kind, addressVariable, keyVariable }: ProviderDefinition,
  index: number,
): readonly TierProblem[] {
  const at = (field: string, reason: string, fix: string): TierProblem => ({
    path: ['providers', index, field],
    reason,
    fix,
  });
  const needed =
    kind === 'openai' || kind === 'openai_chat' || kind === 'anthropic' ? 'keyVariable' : 'addressVariable';
  return [
    ...(isEmbedded(name) || providers.findIndex((other) => other.name === name) < index
      ? [at('name', `the name "${name}" is taken`, 'choose another one')]
      : []),
    ...((model === undefined) === (modelVariable === undefined)
      ? [at('name', `"${name}" has to say its model once`, 'give either `model` or `modelVariable`')]
      : []),
    ...((needed === 'keyVariable' ? keyVariable : addressVariable) === undefined
      ? [at('kind', `a provider of kind ${kind} needs \`${needed}\``, 'name the environment variable that holds it')]
      : []),
  ];
}

function entryProblems(
  models: ModelsDefinition,
  { provider, model }: Entry,
  path: TierProblem['path'],
): readonly TierProblem[] {
  const embedded = embeddedModelsOf(provider);
  if (embedded !== null) {
    if (model !== undefined && Object.values(embedded).includes(model)) return [];
    const fix = `use ${Object.entries(embedded)
      .map(([purpose, known]) => `${known} for ${purpose}`)
      .join(', ')}`;
    return [
      {
        path: [...path, model === undefined ? 'provider' : 'model'],
        reason: `provider "${provider}" has no model "${model ?? ''}"`,
        fix,
      },
    ];
  }
  if (definitionOf(models, provider))
    return model === undefined
      ? []
      : [
          {
            path: [...path, 'model'],
            reason: `the model of "${provider}" stands in its entry`,
            fix: 'leave it out here',
          },
        ];
  return [{ path: [...path, 'provider'], reason: unknownProvider(models, provider), fix: 'correct the name' }];
}

/** The cost of a provider without prices is unknown, so it cannot keep to a budget in money. */
function priceProblems({ providers = [], budgets = {} }: ModelsDefinition): readonly TierProblem[] {
  if (!Object.values(budgets).some((budget) => budget?.dollars !== undefined)) return [];
  return providers.flatMap(({ name, prices }, index): TierProblem[] =>
    prices === undefined
      ? [
          {
            path: ['providers', index, 'name'],
            reason: `there is a budget in dollars, and what "${name}" costs is not said`,
            fix: 'give its prices; { input: 0, output: 0 } for a server of your own',
          },
        ]
      : [],
  );
}

function fallbackProblems({ fallback = {}, tiers }: ModelsDefinition): readonly TierProblem[] {
  return Object.entries(fallback).flatMap(([tier, next]): TierProblem[] => {
    const path = ['fallback', tier];
    if (!(tier in tiers) || !(next in tiers))
      return [
        {
          path,
          reason: `there is no tier "${tier in tiers ? next : tier}"`,
          fix: `use one of ${Object.keys(tiers).join(', ')}`,
        },
      ];
    return next === tier
      ? [{ path, reason: 'a tier cannot stand in for itself', fix: 'name another one, or none' }]
      : [];
  });
}

/** An entry counts whether its variables are set here or not: that is known where it runs. */
function purposeProblems(models: ModelsDefinition): readonly TierProblem[] {
  return Object.entries(models.purposes).flatMap(([purpose, named]): TierProblem[] => {
    if (!isPurpose(purpose))
      return [
        {
          path: ['purposes', purpose],
          reason: `there is no purpose "${purpose}"`,
          fix: `use one of ${PURPOSE_NAMES.join(', ')}`,
        },
      ];
    const tier = tierOf(models, named) ?? named;
    return canAnswer(models, tier, purpose)
      ? []
      : [
          {
            path: ['purposes', purpose],
            reason: `no entry of tier ${tier} can answer "${purpose}"`,
            fix: `add a model for ${purpose} to the tier`,
          },
        ];
  });
}
