import { terminal, type ModelsDefinition, type ProviderDefinition } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { EMBEDDED_NAMES, definitionOf, settingOf, unknownProvider } from '@arbiter/models';

/**
 * The part of the environment with which this provider of the tenant answers, and no other: a provider whose variables
 * are not set is skipped. Empty for an embedded one. Throws a terminal `unknown_provider` or `provider_not_set`.
 */
export function variablesOf(provider: string, folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (EMBEDDED_NAMES.includes(provider)) return {};
  const definition = definedIn(loadTenant(folder).models, provider);
  const names = [definition.modelVariable, definition.addressVariable, definition.keyVariable].filter(
    (name) => name !== undefined,
  );
  if (settingOf(definition, environment) === null)
    throw terminal('provider_not_set', `the provider ${provider} needs ${names.join(', ')}; set what is missing`);
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}

function definedIn(models: ModelsDefinition, provider: string): ProviderDefinition {
  const definition = definitionOf(models, provider);
  if (!definition) throw terminal('unknown_provider', unknownProvider(models, provider), 'provider');
  return definition;
}
