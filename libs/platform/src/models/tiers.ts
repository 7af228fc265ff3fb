import { ArbiterError, type ModelsDefinition } from '@arbiter/contracts';
import { PURPOSE_NAMES, isPurpose, type PurposeName } from './purposes';
import { hasModel, modelsOf } from './registry';

/** One entry of a tier. */
export interface Candidate {
  readonly tier: string;
  readonly provider: string;
  readonly model: string;
}

export interface TierProblem {
  /** where in models.yaml */
  readonly path: readonly (string | number)[];
  readonly reason: string;
  readonly fix: string;
}

/** The entries of a tier that can answer for the purpose, in order of preference. An unknown provider is a terminal error. */
export function candidatesOf(models: ModelsDefinition, tier: string, purpose: PurposeName): readonly Candidate[] {
  return (models.tiers[tier] ?? []).filter(({ provider, model }) => hasModel(provider, purpose, model)).map((entry) => ({ tier, ...entry }));
}

/** What is wrong with the providers and models that a models.yaml names; empty when every purpose can be answered. */
export function tierProblems(models: ModelsDefinition): readonly TierProblem[] {
  const entries = Object.entries(models.tiers).flatMap(([tier, listed]) => listed.flatMap((entry, index) => entryProblems(entry, ['tiers', tier, index])));
  if (entries.length > 0) return entries;
  return Object.entries(models.purposes).flatMap(([purpose, tier]): TierProblem[] => {
    if (!isPurpose(purpose)) return [{ path: ['purposes', purpose], reason: `there is no purpose "${purpose}"`, fix: `use one of ${PURPOSE_NAMES.join(', ')}` }];
    if (candidatesOf(models, tier, purpose).length > 0) return [];
    return [{ path: ['purposes', purpose], reason: `no entry of tier ${tier} can answer "${purpose}"`, fix: `add a model for ${purpose} to the tier` }];
  });
}

function entryProblems({ provider, model }: { provider: string; model: string }, path: TierProblem['path']): readonly TierProblem[] {
  try {
    const models = modelsOf(provider);
    if (models === null || Object.values(models).includes(model)) return [];
    const fix = `use ${Object.entries(models).map(([purpose, known]) => `${known} for ${purpose}`).join(', ')}`;
    return [{ path: [...path, 'model'], reason: `provider "${provider}" has no model "${model}"`, fix }];
  } catch (error) {
    if (!(error instanceof ArbiterError)) throw error;
    return [{ path: [...path, 'provider'], reason: error.message, fix: 'correct the name' }];
  }
}
