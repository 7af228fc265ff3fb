import type { ModelProvider } from '@arbiter/platform';
import type { ProviderDefinition } from '@arbiter/contracts';
import type { GatewayParts } from './gateway-parts';

/** Definitions outlive their activation: what began with one ends with it. */
const MOST_PROVIDERS = 256;

/**
 * The providers in use, each made when it is first needed, and anew for another definition of it: an activation swaps it without
 * a restart. The pool closes them.
 */
export class ProviderPool {
  private readonly providers = new Map<string, ModelProvider>();

  constructor(private readonly create: GatewayParts['createProvider']) {}

  /** Throws a terminal error when there is no provider of that name, or its variables are not set. */
  get(name: string, definition?: ProviderDefinition): ModelProvider {
    const key = definition === undefined ? name : JSON.stringify(definition);
    const provider = this.providers.get(key) ?? this.create(name, definition);
    this.providers.delete(key);
    this.providers.set(key, provider);
    if (this.providers.size > MOST_PROVIDERS) this.forgetOldest();
    return provider;
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.providers.values(), (provider) => provider.close()));
    this.providers.clear();
  }

  private forgetOldest(): void {
    const [key, provider] = this.providers.entries().next().value!;
    this.providers.delete(key);
    void provider.close();
  }
}
