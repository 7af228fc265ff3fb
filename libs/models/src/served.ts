import { tierOf, type ModelsDefinition } from '@arbiter/contracts';
import { candidatesOf } from './candidates';
import { PURPOSE_NAMES } from './purposes';
import type { Environment } from './setting';

/**
 * The models that answer each purpose here, in order: "intent by gpt-5-mini of openai, then embedded-en-0.2 of local".
 */
export function modelsServed(models: ModelsDefinition, environment: Environment): readonly string[] {
  return PURPOSE_NAMES.flatMap((purpose) => {
    const tier = tierOf(models, models.purposes[purpose]);
    if (tier === undefined) return [];
    const names = candidatesOf(models, tier, purpose, environment).map(
      ({ provider, model }) => `${model} of ${provider}`,
    );
    return [`${purpose} by ${names.join(', then ') || "none: the platform's own copy"}`];
  });
}
