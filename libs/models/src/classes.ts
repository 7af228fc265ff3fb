import type { ModelsDefinition } from '@arbiter/contracts';
import type { PurposeName } from './purposes';
import { candidatesOf, definitionOf } from './candidates';

/** Whether an entry of the tier can answer, its variables being set here or not: that is known where it runs. */
export const canAnswer = (models: ModelsDefinition, tier: string, purpose: PurposeName): boolean =>
  (models.tiers[tier] ?? []).some(({ provider }) => definitionOf(models, provider)) ||
  candidatesOf(models, tier, purpose).length > 0;
