import type { ModelsDefinition } from '@arbiter/contracts';
import type { PurposeName } from './purposes';
import { candidatesOf, definitionOf } from './candidates';

/** PV-02: the tier that a purpose or a class of step leads to; undefined: there is none. A tier may be named itself. */
export const tierOf = ({ tiers, classes = {} }: ModelsDefinition, named: string | undefined): string | undefined => {
  const tier = named === undefined || named in tiers ? named : (classes as Readonly<Record<string, string>>)[named];
  return tier !== undefined && tier in tiers ? tier : undefined;
};

/** Whether an entry of the tier can answer, its variables being set here or not: that is known where it runs. */
export const canAnswer = (models: ModelsDefinition, tier: string, purpose: PurposeName): boolean =>
  (models.tiers[tier] ?? []).some(({ provider }) => definitionOf(models, provider)) ||
  candidatesOf(models, tier, purpose).length > 0;
