import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes, randomFillSync, type KeyObject } from 'node:crypto';
import { retryable, terminal } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import type { Database } from '../event-store/database';
import type { Customer, Sealer } from './sealer';

interface DataKey {
  readonly id: string;
  /** as a key object: a cipher made from raw bytes costs five times as much */
  readonly secret: KeyObject;
}

const NONCE = 12;
const TAG = 16;
const NONCES = Buffer.alloc(NONCE * 1024);

/**
 * The customers' data keys, each wrapped by the master key in table customer_key.
 *
 * 1. A key is only ever inserted (by ingress, at a customer's first message) or deleted (erasure).
 * 2. A cached key is looked up again after a minute, at the next load, so an erasure reaches every process.
 * 3. Without a key nothing is sealed; a value whose key is gone or another reads as erased.
 */
export class Keyring implements Sealer {
  private readonly keys = new LRUCache<string, DataKey>({ max: 50_000, ttl: 60_000, allowStale: true, noDeleteOnStaleGet: true });
  private readonly missing = new LRUCache<string, true>({ max: 10_000, ttl: 1_000 });
  private nonceOffset = NONCES.length;

  constructor(private readonly database: Database, private readonly masterKeys: readonly Buffer[]) {
    if (masterKeys.length === 0 || masterKeys.some((key) => key.length !== 32)) {
      throw terminal('invalid_master_key', 'ARBITER_MASTER_KEY must be 32 bytes in base64, or several of them separated by commas', 'ARBITER_MASTER_KEY');
    }
  }

  async load(customers: readonly Customer[]): Promise<void> {
    const wanted = customers.filter((customer) => !this.keys.has(nameOf(customer)) && !this.missing.has(nameOf(customer)));
    if (wanted.length === 0) return;
    const { rows } = await this.database.pool.query<{ tenant: string; customer_id: string; key_id: string; wrapped: Buffer }>({
      name: 'load-keys',
      text: `select key.tenant, key.customer_id, key.key_id, key.wrapped from customer_key key
             join unnest($1::text[], $2::text[]) as wanted (tenant, customer_id) using (tenant, customer_id)`,
      values: [wanted.map((customer) => customer.tenant), wanted.map((customer) => customer.customerId)],
    });
    for (const customer of wanted) this.keys.delete(nameOf(customer));
    for (const row of rows) this.remember({ tenant: row.tenant, customerId: row.customer_id }, row.key_id, row.wrapped);
    for (const customer of wanted) if (!this.keys.has(nameOf(customer))) this.missing.set(nameOf(customer), true);
  }

  /** Loads the customers' keys and makes those that do not exist yet. Only ingress may. */
  async create(customers: readonly Customer[]): Promise<void> {
    await this.load(customers);
    for (const customer of customers) {
      if (this.keys.has(nameOf(customer))) continue;
      const id = randomBytes(6).toString('base64url');
      await this.database.query
        .insertInto('customer_key')
        .values({ tenant: customer.tenant, customer_id: customer.customerId, key_id: id, wrapped: this.wrap(customer, randomBytes(32)) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      this.missing.delete(nameOf(customer));
      await this.load([customer]);
    }
  }

  seal(customer: Customer, context: string, value: unknown): string {
    const key = this.keyOf(customer);
    const nonce = this.nonce();
    const cipher = createCipheriv('aes-256-gcm', key.secret, nonce);
    cipher.setAAD(Buffer.from(context));
    const body = cipher.update(JSON.stringify(value), 'utf8');
    cipher.final();
    return `${key.id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
  }

  open(customer: Customer, context: string, sealed: string, erased: unknown): unknown {
    const key = this.keys.get(nameOf(customer));
    const dot = sealed.indexOf('.');
    if (!key || key.id !== sealed.slice(0, dot)) return erased;
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, NONCE));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
    const body = decipher.update(bytes.subarray(NONCE, bytes.length - TAG), undefined, 'utf8');
    decipher.final();
    return JSON.parse(body) as unknown;
  }

  /** Tells whether two texts of a customer are the same, without telling what they are; once the key is gone nobody can. */
  fingerprint(customer: Customer, text: string): string {
    return createHmac('sha256', this.keyOf(customer).secret).update(text).digest('base64url');
  }

  /** Destroys a customer's key: everything sealed with it reads as erased from now on, here at once. */
  async erase(customer: Customer): Promise<boolean> {
    const { numDeletedRows } = await this.database.query
      .deleteFrom('customer_key').where('tenant', '=', customer.tenant).where('customer_id', '=', customer.customerId).executeTakeFirst();
    this.keys.delete(nameOf(customer));
    return numDeletedRows > 0n;
  }

  private keyOf(customer: Customer): DataKey {
    const key = this.keys.get(nameOf(customer));
    if (!key) throw retryable('key_not_loaded', `no data key for customer of tenant ${customer.tenant}`);
    return key;
  }

  private remember(customer: Customer, id: string, wrapped: Buffer): void {
    for (const master of this.masterKeys) {
      const secret = unwrap(master, customer, wrapped);
      if (secret) return void this.keys.set(nameOf(customer), { id, secret: createSecretKey(secret) });
    }
    throw terminal('wrong_master_key', 'no key in ARBITER_MASTER_KEY opens the stored data keys; give the one they were made with', 'ARBITER_MASTER_KEY');
  }

  private wrap(customer: Customer, secret: Buffer): Buffer {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.masterKeys[0]!, nonce);
    cipher.setAAD(Buffer.from(nameOf(customer)));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** Random nonces, drawn a thousand at a time: one system call for all of them. */
  private nonce(): Buffer {
    if (this.nonceOffset >= NONCES.length) {
      randomFillSync(NONCES);
      this.nonceOffset = 0;
    }
    const nonce = Buffer.from(NONCES.subarray(this.nonceOffset, this.nonceOffset + NONCE));
    this.nonceOffset += NONCE;
    return nonce;
  }
}

const nameOf = ({ tenant, customerId }: Customer): string => `${tenant}/${customerId}`;

function unwrap(master: Buffer, customer: Customer, wrapped: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', master, wrapped.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(nameOf(customer)));
  decipher.setAuthTag(wrapped.subarray(wrapped.length - TAG));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(NONCE, wrapped.length - TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
