import type { Database } from '../database';
import { Laboratory } from '../testing/laboratory';
import { planOf } from '../testing/plan-of';
import { EventStore } from './event-store';
import { ProvenanceFacts } from './provenance-facts';
import { ProvenanceReader } from './provenance-reader';

/**
 * Postgres makes a plan once and keeps it: the plan chosen for empty tables must also do for full ones, until the
 * statistics of the tables are taken.
 */
describe('a statement about the log that is planned while its tables are empty', () => {
  let laboratory: Laboratory;
  let database: Database;
  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database(1);
  });
  afterAll(() => laboratory.close());

  it('looks up plans and their requests by key', async () => {
    const keyring = laboratory.keyring(database);
    const reader = new ProvenanceReader({
      facts: new ProvenanceFacts(database, new EventStore(database, keyring, 'test'), null),
      keyring,
      artifacts: { cached: () => undefined, load: () => Promise.reject(new Error('there are none')) },
      stepsBefore: () => [],
      slotsBefore: () => [],
      readsOfSweep: () => [],
      branchOf: () => null,
    });
    expect(await reader.read('shop', { runId: 'r', stepIds: [] })).toBeNull();
    expect(await planOf(database, 'provenance-origins', '{plan-shop-r}', '.')).not.toMatch(
      /Hash|Merge Join|Seq Scan on event/,
    );
  });
});
