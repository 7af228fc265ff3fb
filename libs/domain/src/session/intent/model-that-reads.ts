import { tierOf, type ModelsDefinition } from '@arbiter/contracts';

/**
 * Whether there may be a language model for a wish that this provider read: it is one, or the tenant never has one read
 * wishes, and an embedded provider's reading tells nothing.
 */
export function mayHaveModel(models: ModelsDefinition, readBy: string | null): boolean {
  const { providers = [], purposes, tiers } = models;
  const isModel = (provider: string | null): boolean => providers.some(({ name }) => name === provider);
  const tier = tierOf(models, purposes.intent);
  const reading = tier === undefined ? [] : (tiers[tier] ?? []);
  return isModel(readBy) || !reading.some(({ provider }) => isModel(provider));
}
