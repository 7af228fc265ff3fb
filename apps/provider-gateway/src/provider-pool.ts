import type { ModelProvider } from '@arbiter/platform';
import type { GatewayParts } from './gateway-parts';

/** The providers in use, each made when it is first needed. The pool closes them. */
export class ProviderPool {
  private readonly providers = new Map<string, ModelProvider>();

  constructor(private readonly create: GatewayParts['createProvider']) {}

  /** Throws a terminal error when there is no provider of that name. */
  get(name: string): ModelProvider {
    const provider = this.providers.get(name) ?? this.create(name);
    this.providers.set(name, provider);
    return provider;
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.providers.values(), (provider) => provider.close()));
    this.providers.clear();
  }
}
