import { ArbiterError, labelOf, localised, type IntentDefinition } from '@arbiter/contracts';
import type { ArtifactRegistry } from '@arbiter/artifacts';

/**
 * The titles of each intent's topics, in the language of `locale`; for a tenant without artifacts the intent's name.
 */
export async function topicTitles(
  artifacts: ArtifactRegistry,
  tenant: string,
  locale: string,
): Promise<(intentId: string | null) => string | null> {
  const intents = await intentsOf(artifacts, tenant, locale);
  return (intentId) => (intentId === null ? null : labelOf(intentId, intents));
}

async function intentsOf(
  artifacts: ArtifactRegistry,
  tenant: string,
  locale: string,
): Promise<readonly IntentDefinition[]> {
  try {
    return localised(await artifacts.load(await artifacts.active(tenant)), locale).intents;
  } catch (error) {
    if (error instanceof ArbiterError && error.code === 'unknown_artifacts') return [];
    throw error;
  }
}
