import { randomUUID } from 'node:crypto';
import type { EventName, RecordedOf, WireEvent } from '@arbiter/contracts';
import type { Database } from '../database';
import type { Keyring } from '../sealing';
import { CUSTOMER, Laboratory, submitted } from '../testing/laboratory';
import { Outbox } from './event-outbox';
import { EventStore } from './event-store';
import { LOG_START, readLog } from './log-reader';

const OF_COLUMNS = ['specversion', 'datacontenttype', 'id', 'subject', 'streamversion', 'tenantid'];

describe('the format of the log', () => {
  let laboratory: Laboratory;
  let database: Database;
  let keyring: Keyring;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database();
    keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
  });
  afterAll(() => laboratory.close());

  async function appendedBy(store: EventStore, stream: string): Promise<RecordedOf<EventName>> {
    const event = submitted(stream, 1, 'r');
    const { travelling } = await store.append([{ stream, events: [event], decisions: [], due: [], ui: [] }]);
    expect(JSON.parse(travelling[0]!.text)).toMatchObject({ specversion: '1.0', id: event.id, subject: stream });
    return event;
  }

  const stored = async (stream: string): Promise<WireEvent> =>
    JSON.parse(
      (
        await database.query
          .selectFrom('event')
          .select('envelope')
          .where('stream_id', '=', stream)
          .executeTakeFirstOrThrow()
      ).envelope,
    ) as WireEvent;

  it('leaves out what columns hold, which every reader gets back', async () => {
    const store = new EventStore(database, keyring, 'ingress');
    const stream = `turn-shop-${randomUUID()}"\\`;
    const event = await appendedBy(store, stream);
    expect(Object.keys(await stored(stream)).filter((attribute) => OF_COLUMNS.includes(attribute))).toEqual([]);

    expect(await store.readAll([stream])).toEqual([event]);
    expect(await store.readDecisions(stream)).toEqual([{ event, decision: null }]);
    const { events } = await readLog(database, store, LOG_START);
    expect(events.filter((one) => one.stream === stream)).toEqual([event]);
    const envelopes = (await new Outbox(database, 'ingress').claim(0)).flatMap((row) => row.envelopes);
    const claimed = envelopes.find((one) => one.stream === stream)!;
    expect(claimed).toMatchObject({ id: event.id, name: 'run.submitted', tenant: 'shop', version: 1 });
    expect(JSON.parse(claimed.text)).toEqual(
      JSON.parse(store.encode(event).replace(/"sealed":"[^"]*"/, sealedIn(claimed.text))),
    );
  });
});

const sealedIn = (text: string): string => /"sealed":"[^"]*"/.exec(text)![0];
