import { terminal } from '@arbiter/contracts';
import { LexicalProvider } from './local/lexical-provider';
import { LocalProvider } from './local/local-provider';
import type { ModelProvider } from './provider';
import { PURPOSES, type PurposeName } from './purposes';

type Environment = Readonly<Record<string, string | undefined>>;

/** Every provider a models.yaml may name, and how one is made. A new one is a file of its own and a line here; its secrets come from the environment. */
const PROVIDERS: Readonly<Record<string, (environment: Environment) => ModelProvider>> = {
  local: () => new LocalProvider(),
  local_lexical: () => new LexicalProvider(),
};

export const PROVIDER_NAMES: readonly string[] = Object.keys(PROVIDERS);

/** PV-08. The caller owns the provider and closes it. An unknown name is a terminal error that lists the known ones. */
export function createProvider(name: string, environment: Environment): ModelProvider {
  return known(name)(environment);
}

export const hasModel = (provider: string, purpose: PurposeName, model: string): boolean => {
  const models = modelsOf(provider);
  return models === null || models[purpose] === model;
};

/** What a models.yaml may write for the provider, by purpose; null when it takes any name. */
export function modelsOf(provider: string): Readonly<Partial<Record<string, string>>> | null {
  known(provider);
  const own = Object.values(PURPOSES).flatMap(({ name, embeddedModels }): [string, string][] => {
    const model = embeddedModels[provider];
    return model === undefined ? [] : [[name, model]];
  });
  return own.length === 0 ? null : Object.fromEntries(own);
}

function known(name: string): (environment: Environment) => ModelProvider {
  const create = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (!create) throw terminal('unknown_provider', `there is no provider "${name}"; use one of ${PROVIDER_NAMES.join(', ')}`, 'provider');
  return create;
}
