import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { retryable } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import { atMost, forMilliseconds } from '../cache-bound';
import type { Database } from '../database';
import { MasterKeys } from './master-keys';
import { Nonces } from './nonces';
import { nameOf, type Customer, type KeyWanted, type Sealer } from './sealer';
import { keyIdIn, openValue, sealValue, type DataKey } from './value-cipher';

interface KeyRow {
  readonly tenant: string;
  readonly customer_id: string;
  readonly key_id: string;
  readonly wrapped: Buffer;
}

const MOST_LOOK_UPS = 3;
/** at once; 1.5 KB each, and many times as many as have something in flight */
const MOST_CUSTOMERS = atMost(10_000);

/**
 * The customers' data keys, each wrapped by the master key in table customer_key.
 *
 * 1. A key is only ever inserted (by ingress, at a customer's first message) or deleted (erasure).
 * 2. A cached key is forgotten when its erasure is announced, and all of them when announcements may have been missed;
 *    it is looked up again after a minute, at the next load, and after a second before anything new of the customer's
 *    is received.
 * 3. What was sealed with another key than the cached one has its customer's key looked up anew, once: who was erased
 *    and comes back is read at once. No deleted key comes back.
 * 4. Without a key nothing is sealed; a value whose key is gone or another reads as erased.
 */
export class Keyring implements Sealer {
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
  private readonly nonces = new Nonces();
  private readonly masterKeys: MasterKeys;

  constructor(
    private readonly database: Database,
    masterKeys: readonly Buffer[],
  ) {
    this.masterKeys = new MasterKeys(masterKeys);
  }

  async load(customers: readonly KeyWanted[]): Promise<void> {
    await this.lookUp(customers.filter((customer) => !this.isLookedUp(customer)));
  }

  private async lookUp(wanted: readonly KeyWanted[]): Promise<void> {
    if (wanted.length === 0) return;
    for (let lookUp = 1; ; lookUp += 1) {
      const forgotten = this.forgotten;
      const rows = await this.read(wanted);
      // What was read may be older than what was forgotten meanwhile.
      if (forgotten === this.forgotten || lookUp === MOST_LOOK_UPS) return this.takeOver(wanted, rows);
    }
  }

  /**
   * Loads the customers' keys and makes those that do not exist yet. Only ingress may. A key that it has not looked at
   * for a second is looked up again: sealed with one that was destroyed meanwhile, a message could never be read.
   */
  async create(customers: readonly Customer[]): Promise<void> {
    await this.confirm(customers);
    for (const customer of customers) {
      if (this.keys.has(nameOf(customer))) continue;
      const id = randomBytes(6).toString('base64url');
      await this.database.query
        .insertInto('customer_key')
        .values({
          tenant: customer.tenant,
          customer_id: customer.customerId,
          key_id: id,
          wrapped: this.masterKeys.wrap(customer, randomBytes(32)),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      this.missing.delete(nameOf(customer));
      await this.load([customer]);
    }
  }

  seal(customer: Customer, context: string, value: unknown): string {
    return sealValue(this.keyOf(customer), this.nonces.next(), context, value);
  }

  open(customer: Customer, context: string, sealed: string, erased: unknown): unknown {
    const key = this.keys.get(nameOf(customer));
    return key && key.id === keyIdIn(sealed) ? openValue(key, context, sealed) : erased;
  }

  /**
   * Which key a customer's values are read with now; null while none is at hand. An erased customer who comes back has
   * another.
   */
  keyIdOf(customer: Customer): string | null {
    return this.keys.get(nameOf(customer))?.id ?? null;
  }

  /**
   * Tells whether two texts of a customer are the same, without telling what they are; once the key is gone that cannot
   * be told.
   */
  fingerprint(customer: Customer, text: string): string {
    return createHmac('sha256', this.keyOf(customer).secret).update(text).digest('base64url');
  }

  /**
   * CX-03: digests that nobody without the master key can make or look up. A tenant's key follows from the first master
   * key, so it is nowhere stored; with another master key the same values get other tokens, and what tokens stood for
   * is in the log.
   */
  digestsOf(tenant: string): (kind: string, value: string) => string {
    const key = createSecretKey(this.masterKeys.derived(`arbiter pseudonyms v1 ${tenant}`));
    return (kind, value) => createHmac('sha256', key).update(`${kind}\n${value}`).digest('hex');
  }

  /** A customer's key was destroyed, here or elsewhere. */
  forget(customer: Customer): void {
    this.forgotten += 1;
    this.keys.delete(nameOf(customer));
    this.confirmed.delete(nameOf(customer));
  }

  /** What was announced may have been missed: every key is looked up again. */
  forgetAll(): void {
    this.forgotten += 1;
    this.keys.clear();
    this.confirmed.clear();
  }

  /** Throws when no master key opens what is stored; one row tells, for all of them were wrapped by one of the keys. */
  async check(): Promise<void> {
    if (this.masterKeys.isEmpty) return;
    const row = await this.database.query
      .selectFrom('customer_key')
      .select(['tenant', 'customer_id', 'wrapped'])
      .limit(1)
      .executeTakeFirst();
    if (row) this.masterKeys.unwrap({ tenant: row.tenant, customerId: row.customer_id }, row.wrapped);
  }

  /** Destroys a customer's key: everything sealed with it reads as erased from now on, here at once. */
  async erase(customer: Customer): Promise<boolean> {
    const { numDeletedRows } = await this.database.query
      .deleteFrom('customer_key')
      .where('tenant', '=', customer.tenant)
      .where('customer_id', '=', customer.customerId)
      .executeTakeFirst();
    this.forget(customer);
    return numDeletedRows > 0n;
  }

  private async confirm(customers: readonly Customer[]): Promise<void> {
    const wanted = customers.filter((customer) => !this.confirmed.has(nameOf(customer)));
    await this.lookUp(wanted.map(({ tenant, customerId }) => ({ tenant, customerId })));
    for (const customer of wanted) this.confirmed.set(nameOf(customer), true);
  }

  private async read(wanted: readonly Customer[]): Promise<readonly KeyRow[]> {
    const { rows } = await this.database.pool.query<KeyRow>({
      name: 'load-keys',
      text: `select key.tenant, key.customer_id, key.key_id, key.wrapped from customer_key key
             join unnest($1::text[], $2::text[]) as wanted (tenant, customer_id) using (tenant, customer_id)`,
      values: [wanted.map((customer) => customer.tenant), wanted.map((customer) => customer.customerId)],
    });
    return rows;
  }

  private takeOver(wanted: readonly KeyWanted[], rows: readonly KeyRow[]): void {
    for (const customer of wanted) this.keys.delete(nameOf(customer));
    for (const row of rows) this.remember({ tenant: row.tenant, customerId: row.customer_id }, row.key_id, row.wrapped);
    for (const customer of wanted) {
      if (!this.keys.has(nameOf(customer))) this.missing.set(nameOf(customer), true);
      if (customer.keyId !== undefined && this.keyIdOf(customer) !== customer.keyId)
        this.gone.set(`${nameOf(customer)} ${customer.keyId}`, true);
    }
  }

  private isLookedUp(customer: KeyWanted): boolean {
    const name = nameOf(customer);
    if (!this.keys.has(name) && !this.missing.has(name)) return false;
    return (
      customer.keyId === undefined ||
      customer.keyId === this.keyIdOf(customer) ||
      this.gone.has(`${name} ${customer.keyId}`)
    );
  }

  private keyOf(customer: Customer): DataKey {
    const key = this.keys.get(nameOf(customer));
    if (!key) throw retryable('key_not_loaded', `no data key for customer of tenant ${customer.tenant}`);
    return key;
  }

  private remember(customer: Customer, id: string, wrapped: Buffer): void {
    this.keys.set(nameOf(customer), { id, secret: createSecretKey(this.masterKeys.unwrap(customer, wrapped)) });
  }
}
