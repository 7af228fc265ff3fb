import { terminal, type ProviderDefinition } from '@arbiter/contracts';
import type { EmbeddingStore } from './local/embedding-store';
import { LexicalProvider } from './local/lexical-provider';
import { LocalProvider } from './local/local-provider';
import type { ModelProvider } from './provider';
import { PURPOSES } from './purposes';
import { HttpProvider, LanguageModelProvider, ProcessProvider, languageModels } from './remote';
import { settingOf, type Environment, type Setting } from './setting';

/** The providers that are always there: they need no network, no key and no entry in `providers`. */
const EMBEDDED: Readonly<Record<string, (store?: EmbeddingStore) => ModelProvider>> = {
  local: (store) => new LocalProvider(undefined, store),
  local_lexical: () => new LexicalProvider(),
};

export const EMBEDDED_NAMES: readonly string[] = Object.keys(EMBEDDED);
export const isEmbedded = (name: string): boolean => Object.hasOwn(EMBEDDED, name);

/**
 * PV-08. The caller owns the provider and closes it. Throws a terminal error for an unknown name, and for one whose
 * variables are not set.
 */
export function createProvider(
  name: string,
  environment: Environment,
  definition?: ProviderDefinition,
  store?: EmbeddingStore,
): ModelProvider {
  if (definition === undefined) return embedded(name)(store);
  const setting = settingOf(definition, environment);
  if (setting === null)
    throw terminal(
      'provider_not_set',
      `the variables of provider "${name}" are not set; set those that models.yaml names`,
      name,
    );
  return connected(definition, setting, environment);
}

/** The models that a models.yaml may name for an embedded provider, by purpose; null for any other provider. */
export function embeddedModelsOf(provider: string): Readonly<Record<string, string>> | null {
  if (!isEmbedded(provider)) return null;
  return Object.fromEntries(
    Object.values(PURPOSES).flatMap(({ name, embeddedModels }): [string, string][] => {
      const model = embeddedModels[provider];
      return model === undefined ? [] : [[name, model]];
    }),
  );
}

function embedded(name: string): (store?: EmbeddingStore) => ModelProvider {
  const create = isEmbedded(name) ? EMBEDDED[name] : undefined;
  if (!create)
    throw terminal(
      'unknown_provider',
      `there is no provider "${name}"; use one of ${EMBEDDED_NAMES.join(', ')}`,
      'provider',
    );
  return create;
}

function connected(
  { name, kind, limits }: ProviderDefinition,
  { address, key }: Setting,
  environment: Environment,
): ModelProvider {
  if (kind === 'http') return new HttpProvider(name, address!, key);
  if (kind === 'process')
    return new ProcessProvider(name, {
      command: commandOf(address!),
      environment: { PATH: environment['PATH'], ...(key === undefined ? {} : { API_KEY: key }) },
    });
  return new LanguageModelProvider(
    name,
    languageModels(
      kind,
      { ...(address ? { baseURL: address } : {}), ...(key ? { apiKey: key } : {}) },
      limits?.outputTokens,
    ),
  );
}

/** A program and its arguments, by spaces; no shell reads it. */
const commandOf = (line: string): [string, ...string[]] => line.trim().split(/\s+/) as [string, ...string[]];
