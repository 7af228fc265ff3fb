import { ArbiterError, type ModelsDefinition } from '@arbiter/contracts';
import type { Capability } from './provider';
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

export const capabilityOf = (purpose: string): Capability => (purpose === 'intent' ? 'intent' : 'reply');

/** The entries of a tier that can answer this kind of ask, in order of preference. An unknown provider is a terminal error. */
export function candidatesOf(models: ModelsDefinition, tier: string, capability: Capability): readonly Candidate[] {
  return (models.tiers[tier] ?? []).filter(({ provider, model }) => hasModel(provider, capability, model)).map((entry) => ({ tier, ...entry }));
}

/** What is wrong with the providers and models that a models.yaml names; empty when every purpose can be answered. */
export function tierProblems(models: ModelsDefinition): readonly TierProblem[] {
  const entries = Object.entries(models.tiers).flatMap(([tier, listed]) => listed.flatMap((entry, index) => entryProblems(entry, ['tiers', tier, index])));
  if (entries.length > 0) return entries;
  return Object.entries(models.purposes).flatMap(([purpose, tier]): TierProblem[] => {
    if (candidatesOf(models, tier, capabilityOf(purpose)).length > 0) return [];
    return [{ path: ['purposes', purpose], reason: `no entry of tier ${tier} can answer "${purpose}"`, fix: `add a model for ${capabilityOf(purpose)} to the tier` }];
  });
}

function entryProblems({ provider, model }: { provider: string; model: string }, path: TierProblem['path']): readonly TierProblem[] {
  try {
    const models = modelsOf(provider);
    if (models === null || [...models.intent, ...models.reply].includes(model)) return [];
    const fix = `use ${models.intent.join(' or ')} for intents, ${models.reply.join(' or ')} for replies`;
    return [{ path: [...path, 'model'], reason: `provider "${provider}" has no model "${model}"`, fix }];
  } catch (error) {
    if (!(error instanceof ArbiterError)) throw error;
    return [{ path: [...path, 'provider'], reason: error.message, fix: 'correct the name' }];
  }
}
