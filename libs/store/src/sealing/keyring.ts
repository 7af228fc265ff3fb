import { createHmac } from 'node:crypto';
import { retryable } from '@arbiter/contracts';
import type { Database } from '../database';
import { CustomerKeyTable } from './customer-key-table';
import { KnownKeys } from './known-keys';
import { MasterKeys } from './master-keys';
import { Nonces } from './nonces';
import type { Customer, KeyWanted, Sealer } from './sealer';
import { keyIdIn, openValue, sealValue, type DataKey } from './value-cipher';

const MOST_LOOK_UPS = 3;

/**
 * The customers' data keys, each wrapped by the master key in table customer_key.
 *
 * 1. A key is only ever inserted (by ingress, at a customer's first message) or deleted (erasure).
 * 2. A cached key is forgotten when its erasure is announced, and all of them when announcements may have been missed;
 *    it is looked up again after a minute, at the next load, and after a second before anything new of the customer's
 *    is received.
 * 3. A value sealed with another key than the cached one makes its customer's key be looked up again, once. So an
 *    erased customer who comes back is read at once. No deleted key comes back.
 * 4. Without a key nothing is sealed; a value whose key is gone or replaced reads as erased.
 */
export class Keyring implements Sealer {
  private readonly known = new KnownKeys();
  private readonly nonces = new Nonces();
  private readonly masterKeys: MasterKeys;
  private readonly table: CustomerKeyTable;

  constructor(database: Database, masterKeys: readonly Buffer[]) {
    this.masterKeys = new MasterKeys(masterKeys);
    this.table = new CustomerKeyTable(database, this.masterKeys);
  }

  async load(customers: readonly KeyWanted[]): Promise<void> {
    await this.lookUp(customers.filter((customer) => !this.known.isLookedUp(customer)));
  }

  /**
   * Loads the customers' keys and makes those that do not exist yet. Only ingress may. A key that it has not looked at
   * for a second is looked up again: sealed with one that was destroyed meanwhile, a message could never be read.
   */
  async create(customers: readonly Customer[]): Promise<void> {
    await this.confirm(customers);
    for (const customer of customers) {
      if (this.known.has(customer)) continue;
      await this.table.insert(customer);
      this.known.noteMade(customer);
      await this.load([customer]);
    }
  }

  seal(customer: Customer, context: string, value: unknown): string {
    return sealValue(this.keyOf(customer), this.nonces.next(), context, value);
  }

  open(customer: Customer, context: string, sealed: string, erased: unknown): unknown {
    const key = this.known.get(customer);
    return key && key.id === keyIdIn(sealed) ? openValue(key, context, sealed) : erased;
  }

  /**
   * The id of the key that opens a customer's values now; null while none is loaded. An erased customer who comes back
   * has another.
   */
  keyIdOf(customer: Customer): string | null {
    return this.known.get(customer)?.id ?? null;
  }

  /**
   * Shows whether two texts of a customer are equal, without showing the texts; once the key is gone that is
   * impossible.
   */
  fingerprint(customer: Customer, text: string): string {
    return createHmac('sha256', this.keyOf(customer).secret).update(text).digest('base64url');
  }

  /** CX-03: see MasterKeys. */
  digestsOf(tenant: string): (kind: string, value: string) => string {
    return this.masterKeys.digestsOf(tenant);
  }

  /** A customer's key was destroyed, here or elsewhere. */
  forget(customer: Customer): void {
    this.known.forget(customer);
  }

  /** Announcements may have been missed: every key is looked up again. */
  forgetAll(): void {
    this.known.forgetAll();
  }

  /** Throws when no master key opens the stored keys. */
  async check(): Promise<void> {
    await this.table.check();
  }

  /** Destroys a customer's key: everything sealed with it reads as erased from now on, here at once. */
  async erase(customer: Customer): Promise<boolean> {
    const wasThere = await this.table.delete(customer);
    this.forget(customer);
    return wasThere;
  }

  private async confirm(customers: readonly Customer[]): Promise<void> {
    const wanted = customers.filter((customer) => !this.known.isConfirmed(customer));
    await this.lookUp(wanted.map(({ tenant, customerId }) => ({ tenant, customerId })));
    for (const customer of wanted) this.known.confirm(customer);
  }

  private async lookUp(wanted: readonly KeyWanted[]): Promise<void> {
    if (wanted.length === 0) return;
    for (let lookUp = 1; ; lookUp += 1) {
      const { timesForgotten } = this.known;
      const stored = await this.table.read(wanted);
      // The rows may have been read before a key was forgotten meanwhile.
      if (timesForgotten === this.known.timesForgotten || lookUp === MOST_LOOK_UPS)
        return this.known.takeOver(wanted, stored);
    }
  }

  private keyOf(customer: Customer): DataKey {
    const key = this.known.get(customer);
    if (!key) throw retryable('key_not_loaded', `no data key for customer of tenant ${customer.tenant}`);
    return key;
  }
}
