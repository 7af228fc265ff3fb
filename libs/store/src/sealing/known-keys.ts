import { atMost, forMilliseconds } from '@arbiter/resilience';
import { LRUCache } from 'lru-cache';
import type { StoredKey } from './customer-key-table';
import { nameOf, type Customer, type KeyWanted } from './sealer';
import type { DataKey } from './value-cipher';

/** at once; 1.5 KB each, and many times as many as have something in flight */
const MOST_CUSTOMERS = atMost(10_000);

/** The customers' keys that a process knows without asking the database, and how long it may rely on each. */
export class KnownKeys {
  private readonly keys = new LRUCache<string, DataKey>({
    ...MOST_CUSTOMERS,
    ...forMilliseconds(60_000),
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  /** looked at within the last second */
  private readonly confirmed = new LRUCache<string, true>({ ...MOST_CUSTOMERS, ...forMilliseconds(1_000) });
  private readonly missing = new LRUCache<string, true>({ ...MOST_CUSTOMERS, ...forMilliseconds(1_000) });
  /** keys that something was sealed with and that were looked for in vain */
  private readonly gone = new LRUCache<string, true>(MOST_CUSTOMERS);
  private forgotten = 0;

  /** How often a key was forgotten: rows that were read before may be older than that. */
  get timesForgotten(): number {
    return this.forgotten;
  }

  /** A key that is due to be looked up again is still given. */
  get(customer: Customer): DataKey | undefined {
    return this.keys.get(nameOf(customer));
  }

  /** False once the key is due to be looked up again. */
  has(customer: Customer): boolean {
    return this.keys.has(nameOf(customer));
  }

  isLookedUp(customer: KeyWanted): boolean {
    const name = nameOf(customer);
    if (!this.keys.has(name) && !this.missing.has(name)) return false;
    return (
      customer.keyId === undefined ||
      customer.keyId === this.keys.get(name)?.id ||
      this.gone.has(`${name} ${customer.keyId}`)
    );
  }

  /** Stores the database's keys of the customers that were looked up. */
  takeOver(wanted: readonly KeyWanted[], stored: readonly StoredKey[]): void {
    for (const customer of wanted) this.keys.delete(nameOf(customer));
    for (const { customer, key } of stored) this.keys.set(nameOf(customer), key);
    for (const customer of wanted) {
      const name = nameOf(customer);
      if (!this.keys.has(name)) this.missing.set(name, true);
      if (customer.keyId !== undefined && this.keys.get(name)?.id !== customer.keyId)
        this.gone.set(`${name} ${customer.keyId}`, true);
    }
  }

  isConfirmed(customer: Customer): boolean {
    return this.confirmed.has(nameOf(customer));
  }

  confirm(customer: Customer): void {
    this.confirmed.set(nameOf(customer), true);
  }

  /** A key was made for a customer who had none. */
  noteMade(customer: Customer): void {
    this.missing.delete(nameOf(customer));
  }

  forget(customer: Customer): void {
    this.forgotten += 1;
    this.keys.delete(nameOf(customer));
    this.confirmed.delete(nameOf(customer));
  }

  forgetAll(): void {
    this.forgotten += 1;
    this.keys.clear();
    this.confirmed.clear();
  }
}
