import { terminal, type ModelsDefinition, type ProviderDefinition } from '@arbiter/contracts';
import type { PurposeName } from './purposes';
import { EMBEDDED_NAMES, embeddedModelsOf } from './registry';
import { settingOf, type Environment } from './setting';

/** One entry of a tier. */
export interface Candidate {
  readonly tier: string;
  readonly provider: string;
  readonly model: string;
  /** absent for an embedded provider */
  readonly definition?: ProviderDefinition;
}

/**
 * The entries of a tier that can answer for the purpose here, in order of preference. An unknown provider is a terminal
 * error.
 */
export function candidatesOf(
  models: ModelsDefinition,
  tier: string,
  purpose: PurposeName,
  environment: Environment = {},
): readonly Candidate[] {
  return (models.tiers[tier] ?? []).flatMap(({ provider, model }): Candidate[] => {
    const embedded = embeddedModelsOf(provider);
    if (embedded !== null) return model !== undefined && embedded[purpose] === model ? [{ tier, provider, model }] : [];
    const definition = definitionOf(models, provider);
    if (!definition) throw terminal('unknown_provider', unknownProvider(models, provider), 'provider');
    const setting = settingOf(definition, environment);
    return setting ? [{ tier, provider, model: setting.model, definition }] : [];
  });
}

export const definitionOf = (models: ModelsDefinition, provider: string): ProviderDefinition | undefined =>
  models.providers?.find(({ name }) => name === provider);

/** Why there is none of that name. */
export const unknownProvider = ({ providers = [] }: ModelsDefinition, provider: string): string =>
  `there is no provider "${provider}"; use one of ${[...providers.map(({ name }) => name), ...EMBEDDED_NAMES].join(', ')}`;
