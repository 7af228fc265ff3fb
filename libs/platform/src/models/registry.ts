import { terminal } from '@arbiter/contracts';
import { LexicalProvider } from './local/lexical-provider';
import { LocalProvider } from './local/local-provider';
import type { Capability, ModelProvider } from './provider';

type Environment = Readonly<Record<string, string | undefined>>;

/** A kind of provider: which models it has for which ask (absent: it takes any name) and how one is made. */
interface ProviderKind {
  readonly models?: Readonly<Record<Capability, readonly string[]>>;
  readonly create: (environment: Environment) => ModelProvider;
}

/** Every provider a models.yaml may name. A new one is a file of its own and a line here; its secrets come from the environment. */
const PROVIDERS: Readonly<Record<string, ProviderKind>> = {
  local: { models: { intent: ['embedded-en-0.2'], reply: ['template-prose'] }, create: () => new LocalProvider() },
  local_lexical: { models: { intent: ['lexical-en-0.1'], reply: ['template-prose'] }, create: () => new LexicalProvider() },
};

export const PROVIDER_NAMES: readonly string[] = Object.keys(PROVIDERS);

/** PV-08. The caller owns the provider and closes it. An unknown name is a terminal error that lists the known ones. */
export function createProvider(name: string, environment: Environment): ModelProvider {
  return kindOf(name).create(environment);
}

export function hasModel(provider: string, capability: Capability, model: string): boolean {
  const { models } = kindOf(provider);
  return models === undefined || models[capability].includes(model);
}

/** What a models.yaml may write for the provider, by kind of ask; null when it takes any name. */
export function modelsOf(provider: string): Readonly<Record<Capability, readonly string[]>> | null {
  return kindOf(provider).models ?? null;
}

function kindOf(name: string): ProviderKind {
  const kind = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (!kind) throw terminal('unknown_provider', `there is no provider "${name}"; use one of ${PROVIDER_NAMES.join(', ')}`, 'provider');
  return kind;
}
