import type { ProviderDefinition } from '@arbiter/contracts';
import type { ModelProvider } from '@arbiter/models';
import { LRUCache } from 'lru-cache';
import type { GatewayParts } from './gateway-parts';
import { ProviderGuard } from './provider-guard';

/** A provider and the guard that keeps calls from it; an embedded one has none. */
export interface Entry {
  readonly provider: ModelProvider;
  readonly guard: ProviderGuard | null;
}

/** Definitions outlive their activation: calls that began with one end with it. */
const MOST_PROVIDERS = 256;

/**
 * The providers in use, each made when it is first needed, and anew for another definition of it: an activation swaps
 * it without a restart. The pool closes them.
 */
export class ProviderPool {
  private readonly entries = new LRUCache<string, Entry>({
    max: MOST_PROVIDERS,
    dispose: ({ provider }, _key, reason) => void (reason === 'evict' && provider.close()),
  });

  constructor(private readonly create: GatewayParts['createProvider']) {}

  /** Throws a terminal error when there is no provider of that name, or its variables are not set. */
  entry(name: string, definition?: ProviderDefinition): Entry {
    const key = definition === undefined ? name : JSON.stringify(definition);
    const known = this.entries.get(key);
    if (known) return known;
    const entry = {
      provider: this.create(name, definition),
      guard: definition === undefined ? null : new ProviderGuard(definition.limits),
    };
    this.entries.set(key, entry);
    return entry;
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.entries.values(), ({ provider }) => provider.close()));
    this.entries.clear();
  }
}
