import { streamOf, type RecordedOf } from '@arbiter/contracts';
import type { Database } from '../database';
import { CUSTOMER, Laboratory, submitted } from '../testing/laboratory';
import { Outbox } from './event-outbox';
import { EventStore } from './event-store';
import { ProvenanceFacts } from './provenance-facts';

describe('a log that holds facts of a newer release', () => {
  let laboratory: Laboratory;
  let database: Database;
  let store: EventStore;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database();
    const keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'ingress');
  });
  afterAll(() => laboratory.close());

  /** A fact as another release wrote it. */
  async function insert(stream: string, version: number, type: string): Promise<void> {
    const id = crypto.randomUUID();
    const wire = {
      specversion: '1.0',
      id,
      source: 'arbiter/ingress',
      type,
      subject: stream,
      time: '2026-01-01T00:00:00.000Z',
      streamversion: version,
      tenantid: CUSTOMER.tenant,
      customerid: CUSTOMER.customerId,
      correlationid: 'x',
      data: { unknown: true },
    };
    await database.pool.query(
      'insert into event (stream_id, version, id, type, envelope) values ($1, $2, $3, $4, $5)',
      [stream, version, id, type, JSON.stringify(wire)],
    );
  }

  async function begun(stream: string): Promise<RecordedOf<'run.submitted'>> {
    const event = submitted(stream, 1, stream);
    await store.append([{ stream, events: [event], decisions: [], due: [], ui: [] }]);
    return event;
  }

  it('shows the kinds of facts that are looked for, and fails when a newer version of one of them stands there', async () => {
    const [added, raised] = [streamOf('turn', 'shop', 'added'), streamOf('turn', 'shop', 'raised')];
    for (const stream of [added, raised]) await begun(stream);
    await insert(added, 2, 'arbiter.turn.imagined.v1');
    await insert(raised, 2, 'arbiter.run.submitted.v99');
    const kinds = new Set(['run.submitted'] as const);
    expect((await store.readKinds([added], kinds)).map(({ version }) => version)).toEqual([1]);
    await expect(store.readKinds([raised], kinds)).rejects.toMatchObject({ kind: 'retryable', code: 'newer_release' });
    await expect(store.readAll([added])).rejects.toMatchObject({ kind: 'retryable', code: 'newer_release' });
  });

  it('has its outbox published, what is known and what is not', async () => {
    const stream = streamOf('turn', 'shop', 'outbox');
    await begun(stream);
    await insert(stream, 2, 'arbiter.turn.imagined.v1');
    await database.pool.query(
      "update outbox set to_versions = '{2}', created_at = now() - interval '1 minute' where streams = $1",
      [[stream]],
    );
    const rows = await new Outbox(database, 'ingress').claim(10);
    const row = rows.find(({ envelopes }) => envelopes.some((envelope) => envelope.stream === stream))!;
    expect(row.envelopes.map(({ name }) => name)).toEqual(['run.submitted', 'turn.imagined']);
  });

  it('does not take an action whose last fact it cannot read for one that has not ended', async () => {
    const { ends } = new ProvenanceFacts(database, store, null);
    const stream = streamOf('action', 'shop', 'r1.lookup');
    await insert(stream, 1, 'arbiter.action.imagined.v1');
    await expect(ends.get(streamOf('action', 'shop', 'r1'))).rejects.toMatchObject({
      kind: 'retryable',
      code: 'newer_release',
    });
    expect(await ends.get(streamOf('action', 'shop', 'r2'))).toBeUndefined();
  });
});
