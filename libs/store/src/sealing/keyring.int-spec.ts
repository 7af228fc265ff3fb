import { randomUUID } from 'node:crypto';
import type { Database } from '../database';
import { EventStore } from '../event-store';
import { Laboratory, submitted } from '../testing/laboratory';
import { announceErasure, subscribeToErasures } from './erasure-notice';
import type { Keyring } from './keyring';

describe('the keyrings of several processes', () => {
  let laboratory: Laboratory;
  let database: Database;
  let ingress: Keyring;
  let router: Keyring;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database();
    [ingress, router] = [laboratory.keyring(database), laboratory.keyring(database)];
  });
  afterAll(() => laboratory.close());

  /** A customer whose key both have at hand. */
  async function known() {
    const customer = { tenant: 'shop', customerId: `C-${randomUUID()}` };
    await ingress.create([customer]);
    await router.load([customer]);
    return customer;
  }
  const writes = async (customerId: string) => {
    const stream = `turn-shop-${randomUUID()}`;
    await new EventStore(database, ingress, 'ingress').append([
      { stream, events: [{ ...submitted(stream, 1, 'r'), customerId }], decisions: [], due: [], ui: [] },
    ]);
    return stream;
  };
  const reads = async (stream: string) => {
    const [event] = (await new EventStore(database, router, 'router').read([{ stream, after: 0 }])).get(stream)!;
    return (event!.data as { args: unknown }).args;
  };

  it('forget a key at once when its erasure is announced (1, 2)', async () => {
    const customer = await known();
    const other = await known();
    const [listener, operator] = [await laboratory.connection(), await laboratory.connection()];
    subscribeToErasures(listener, router, (error) => laboratory.troubles.push(error));
    await listener.flush();
    await laboratory.keyring(database).erase(customer);
    await announceErasure(operator, customer);
    await listener.flush();
    expect([router.keyIdOf(customer), router.keyIdOf(other)]).toEqual([null, expect.any(String)]);
  });

  it('open the words of a person who was erased and came back, though they still hold the destroyed key (3)', async () => {
    const customer = await known();
    const before = await writes(customer.customerId);
    await ingress.erase(customer);
    await ingress.create([customer]);
    const after = await writes(customer.customerId);
    expect(await reads(after)).toEqual({ text: 'hello' });
    expect(await reads(before)).toEqual({});
  });

  it('open it also when they have just looked for a key in vain (3)', async () => {
    const customer = await known();
    await ingress.erase(customer);
    router.forget(customer);
    await router.load([customer]);
    await ingress.create([customer]);
    expect(await reads(await writes(customer.customerId))).toEqual({ text: 'hello' });
  });

  it('write no data of a person under a destroyed key, though they were not told of it (2)', async () => {
    const customer = await known();
    await laboratory.keyring(database).erase(customer);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await ingress.create([customer]);
    expect(await reads(await writes(customer.customerId))).toEqual({ text: 'hello' });
  });

  it('seal no two values alike, however many keyrings there are in a process', async () => {
    const customer = await known();
    const sealed = Array.from({ length: 3_000 }, (_, index) =>
      (index % 2 ? ingress : router).seal(customer, 'place', 'value'),
    );
    const nonces = sealed.map((text) =>
      Buffer.from(text.slice(text.indexOf('.') + 1), 'base64url')
        .subarray(0, 12)
        .toString('hex'),
    );
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  it('look for a destroyed key once (3)', async () => {
    const customer = await known();
    const before = await writes(customer.customerId);
    await ingress.erase(customer);
    await ingress.create([customer]);
    await reads(await writes(customer.customerId));
    expect(await reads(before)).toEqual({});
    const query = jest.spyOn(database.pool, 'query');
    await reads(before);
    expect(
      query.mock.calls.filter(([statement]) => (statement as unknown as { name: string }).name === 'load-keys'),
    ).toEqual([]);
    query.mockRestore();
  });

  it('do not take over a key that was destroyed while they read it (2)', async () => {
    const customer = { tenant: 'shop', customerId: `C-${randomUUID()}` };
    await ingress.create([customer]);
    const query = database.pool.query.bind(database.pool) as (statement: unknown) => Promise<unknown>;
    jest.spyOn(database.pool, 'query').mockImplementationOnce((async (statement: unknown) => {
      const found = await query(statement);
      await laboratory.keyring(laboratory.database()).erase(customer);
      router.forget(customer);
      return found;
    }) as never);
    await router.load([customer]);
    expect(router.keyIdOf(customer)).toBeNull();
  });
});
