import { createSecretKey, randomBytes } from 'node:crypto';
import type { Database } from '../database';
import type { MasterKeys } from './master-keys';
import type { Customer } from './sealer';
import type { DataKey } from './value-cipher';

interface KeyRow {
  readonly tenant: string;
  readonly customer_id: string;
  readonly key_id: string;
  readonly wrapped: Buffer;
}

/** A customer's data key as the table holds it. */
export interface StoredKey {
  readonly customer: Customer;
  readonly key: DataKey;
}

/** Table customer_key: one data key a customer, wrapped by a master key. A key is inserted once and deleted once. */
export class CustomerKeyTable {
  constructor(
    private readonly database: Database,
    private readonly masterKeys: MasterKeys,
  ) {}

  /** The keys of these customers, of those that have one. */
  async read(wanted: readonly Customer[]): Promise<readonly StoredKey[]> {
    const { rows } = await this.database.pool.query<KeyRow>({
      name: 'load-keys',
      text: `select key.tenant, key.customer_id, key.key_id, key.wrapped from customer_key key
             join unnest($1::text[], $2::text[]) as wanted (tenant, customer_id) using (tenant, customer_id)`,
      values: [wanted.map((customer) => customer.tenant), wanted.map((customer) => customer.customerId)],
    });
    return rows.map((row) => this.storedKey(row));
  }

  /** Makes a key; an existing key of the customer stays. */
  async insert(customer: Customer): Promise<void> {
    await this.database.query
      .insertInto('customer_key')
      .values({
        tenant: customer.tenant,
        customer_id: customer.customerId,
        key_id: randomBytes(6).toString('base64url'),
        wrapped: this.masterKeys.wrap(customer, randomBytes(32)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Whether there was one. */
  async delete({ tenant, customerId }: Customer): Promise<boolean> {
    const { numDeletedRows } = await this.database.query
      .deleteFrom('customer_key')
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Throws when no master key opens the stored keys. One row is enough, because one master key wrapped all of them. */
  async check(): Promise<void> {
    if (this.masterKeys.isEmpty) return;
    const row = await this.database.query
      .selectFrom('customer_key')
      .select(['tenant', 'customer_id', 'key_id', 'wrapped'])
      .limit(1)
      .executeTakeFirst();
    if (row) this.storedKey(row);
  }

  private storedKey({ tenant, customer_id: customerId, key_id: id, wrapped }: KeyRow): StoredKey {
    const customer = { tenant, customerId };
    return { customer, key: { id, secret: createSecretKey(this.masterKeys.unwrap(customer, wrapped)) } };
  }
}
