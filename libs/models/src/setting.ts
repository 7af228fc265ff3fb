import type { ProviderDefinition } from '@arbiter/contracts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A provider as the environment completes it. */
export interface Setting {
  readonly model: string;
  readonly address: string | undefined;
  readonly key: string | undefined;
}

/** For the vendors' own kinds the key is the missing setting, for all others the address. */
const NEEDS_KEY: ReadonlySet<string> = new Set(['openai', 'openai_chat', 'anthropic']);

/** Null while a variable that it needs is not set: then it is not asked. */
export function settingOf(definition: ProviderDefinition, environment: Environment): Setting | null {
  const valueOf = (name: string | undefined): string | undefined =>
    name === undefined ? undefined : environment[name] || undefined;
  const model = definition.model ?? valueOf(definition.modelVariable);
  const address = valueOf(definition.addressVariable);
  const key = valueOf(definition.keyVariable);
  const isSet = NEEDS_KEY.has(definition.kind) ? key !== undefined : address !== undefined;
  return isSet && model !== undefined ? { model, address, key } : null;
}
