import {
  instanceRunId,
  playbookName,
  playbookStream,
  stepOrigin,
  type EventName,
  type RecordedOf,
  type WireEvent,
} from '@arbiter/contracts';
import { Dependencies } from '@arbiter/resilience';
import { submitted } from '@arbiter/store/testing/laboratory';
import { ShellLaboratory } from '../testing/shell-laboratory';
import { noteDecider } from '../testing/note-decider';
import { actionRings, sessionRings } from '../testing/ringing-decider';
import { factsOf } from './facts-of';
import { OPENERS, openedAfter, unfinished } from './interactions';
import { Reconciliation, type ReconciliationParts } from './reconciliation';

const MINUTE = 60_000;
const START = { recordedAt: '2000-01-01T00:00:00.000Z', stream: '', version: 0 };

describe('an event that was lost on the way', () => {
  let laboratory: ShellLaboratory;
  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
  });
  afterAll(() => laboratory.close());

  const conversation = 'session-shop-s.C-1';

  /** A shell whose messages never come, and what finds what they would have brought. */
  async function deaf(deciders: ReconciliationParts['deciders'] = [noteDecider]) {
    const parts = await laboratory.noteShell({ feeds: new Set() });
    const { shell, store, database } = parts;
    const dependencies = new Dependencies();
    const found: { runId: string; timers: number }[] = [];
    const reconciliation = new Reconciliation({
      database,
      store,
      dependencies,
      deciders,
      reactsTo: new Set(['run.submitted'] as const),
      afterSeconds: 0,
      bring: (event, wire) =>
        new Promise((done, failed) =>
          shell.enqueue(conversation, { kind: 'event', event, wire: () => wire, bytes: 1, done: () => done(), failed }),
        ),
      onFound: (one) => found.push(one),
      onSchedules: () => undefined,
      onTrouble: (error) => laboratory.troubles.push(error),
    });
    const accept = async (runId: string) => {
      const stream = `turn-shop-${runId}`;
      await store.append([{ stream, events: [submitted(stream, 1, runId)], decisions: [], due: [], ui: [] }]);
    };
    const taken = async () =>
      (await store.readAll([conversation])).map((event) => (event.data as { requestId: string }).requestId);
    return { ...parts, reconciliation, dependencies, found, accept, taken };
  }

  const insert = (
    pool: { query: (text: string, values: unknown[]) => Promise<unknown> },
    stream: string,
    type: string,
    envelope: Partial<WireEvent>,
  ) =>
    pool.query('insert into event (stream_id, version, id, type, envelope) values ($1, 1, gen_random_uuid(), $2, $3)', [
      stream,
      type,
      JSON.stringify(envelope),
    ]);

  it('is found, and taken once, however often it is looked for', async () => {
    const { reconciliation, accept, taken, found } = await deaf();
    await accept('lost-1');
    await accept('lost-2');
    for (let round = 1; round <= 3; round += 1) await reconciliation.runRound(Date.now() + round * 10 * MINUTE);
    expect(await taken()).toEqual(expect.arrayContaining(['lost-1', 'lost-2']));
    expect(new Set(await taken()).size).toBe((await taken()).length);
    expect(found.filter(({ runId }) => runId === 'lost-1')).toHaveLength(3);
  });

  it('is looked for less and less often, and not any more when its run has ended', async () => {
    const { reconciliation, accept, found, database } = await deaf();
    await accept('ends');
    const looks = () => found.filter(({ runId }) => runId === 'ends').length;
    const now = Date.now();
    const counts = [];
    for (const minute of [0, 0.5, 1.1, 2, 3.2, 8]) {
      await reconciliation.runRound(now + minute * MINUTE);
      counts.push(looks());
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 4]);
    await insert(database.pool, 'run-shop-ends', 'arbiter.run.completed.v1', { data: { threadId: null } });
    await reconciliation.runRound(now + 1_000 * MINUTE);
    expect(looks()).toBe(4);
  });

  it('may be the end of a run that its conversation shows nothing of: it is looked at once', async () => {
    const { reconciliation, store, found, database } = await deaf();
    const elsewhere = 'session-shop-elsewhere.C-1';
    const ended = async (runId: string, threadId: string | null) => {
      const opener = submitted(`turn-shop-${runId}`, 1, runId);
      const event = { ...opener, data: { ...opener.data, sessionId: 'elsewhere' } };
      await store.append([{ stream: event.stream, events: [event], decisions: [], due: [], ui: [] }]);
      await insert(database.pool, `run-shop-${runId}`, 'arbiter.run.completed.v1', { data: { threadId } });
    };
    await ended('unheard', 't-1');
    await ended('heard', 't-2');
    await ended('without-a-topic', null);
    await insert(database.pool, elsewhere, 'arbiter.thread.followed.v1', { sourcestream: 'run-shop-heard' });
    for (let round = 0; round < 3; round += 1) await reconciliation.runRound(Date.now() + round * 10 * MINUTE);
    const looks = (runId: string) => found.filter((one) => one.runId === runId).length;
    expect([looks('unheard'), looks('heard'), looks('without-a-topic')]).toEqual([1, 0, 0]);
  });

  it('is not looked for while the store is away', async () => {
    const { reconciliation, dependencies, found } = await deaf();
    dependencies.lost('postgres', 'away');
    await reconciliation.runRound();
    expect(found).toEqual([]);
  });

  it('may be a timer as well: a timer that the facts set and never cleared is set anew, once', async () => {
    const { shell, database, reconciliation, accept, found } = await deaf();
    await accept('timer');
    await shell.submit(
      conversation,
      { name: 'note', requestId: 'timer' } as never,
      { ...submitted('turn-shop-timer', 1, 'timer') } as RecordedOf<EventName>,
    );
    const timers = async () =>
      (await database.query.selectFrom('due').select('key').where('stream_id', '=', conversation).execute()).length;
    await database.query.deleteFrom('due').where('stream_id', '=', conversation).execute();
    expect(await timers()).toBe(0);
    await reconciliation.runRound();
    expect([await timers(), found.find(({ runId }) => runId === 'timer')?.timers]).toEqual([1, 1]);
  });

  it('may be timers of several deciders: each has those of its own streams set anew', async () => {
    const { store, database, reconciliation, found } = await deaf([sessionRings, actionRings]);
    const known = submitted('turn-shop-two', 1, 'two');
    const opener = { ...known, data: { ...known.data, sessionId: 'two' } };
    const routed = { requestId: 'two', category: 'filler', rule: 'ring', inputs: {}, threadId: null };
    const approved = { requestId: 'two', actionId: 'a', runId: 'two', stepId: 's', origin: stepOrigin('s'), tool: 't' };
    const facts = [
      opener,
      { ...opener, name: 'turn.routed', stream: 'session-shop-two.C-1', data: routed },
      { ...opener, name: 'action.approved', stream: 'action-shop-two.a', data: approved },
    ] as unknown as readonly RecordedOf<EventName>[];
    for (const fact of facts) {
      const event = { ...fact, id: crypto.randomUUID() };
      await store.append([{ stream: fact.stream, events: [event], decisions: [], due: [], ui: [] }]);
    }
    await reconciliation.runRound();
    const timers = await database.query
      .selectFrom('due')
      .select(['stream_id', 'category'])
      .where('stream_id', 'in', ['session-shop-two.C-1', 'action-shop-two.a'])
      .orderBy('stream_id')
      .execute();
    expect(timers).toEqual([
      { stream_id: 'action-shop-two.a', category: 'action' },
      { stream_id: 'session-shop-two.C-1', category: 'session' },
    ]);
    expect(found.find(({ runId }) => runId === 'two')?.timers).toBe(2);
  });

  it('is sought page by page, each interaction once, and those archived have ended', async () => {
    const { database, accept } = await deaf();
    await accept('page');
    let place = START;
    const seen: string[] = [];
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await openedAfter(database, place, 0);
      seen.push(...page.found.map(({ runId }) => runId));
      if (page.found.length === 0) break;
      place = page.place;
    }
    expect(seen.filter((runId) => runId === 'page')).toEqual(['page']);
    const [interaction] = (await openedAfter(database, START, 0)).found.filter(({ runId }) => runId === 'page');
    expect(await unfinished(database, [interaction!])).toHaveLength(1);
    for (const stream of [
      'plan-shop-page',
      'run-shop-page',
      'action-shop-page.a',
      'action-shop-page.b',
      'action-shop-pages.a',
    ]) {
      await insert(database.pool, stream, 'arbiter.run.opened.v1', { subject: stream, type: 'arbiter.run.opened.v1' });
    }
    expect((await factsOf(database, interaction!)).map(({ subject }) => subject)).toEqual([
      'turn-shop-page',
      'plan-shop-page',
      'run-shop-page',
      'action-shop-page.a',
      'action-shop-page.b',
    ]);
    await database.pool.query(
      "insert into archived_stream (stream_id, last_version, file) values ('run-shop-page', 1, 'test')",
    );
    expect(await unfinished(database, [interaction!])).toEqual([]);
  });

  describe('of an instance that no turn began', () => {
    const playbook = 'reminders';
    const session = playbookStream('shop', playbook);
    const owner = playbookName(playbook);
    const wire = (type: string, runId: string, data: object, subject = session): Partial<WireEvent> => ({
      id: `${subject}/${runId}/${type}`,
      type: `arbiter.${type}.v1`,
      subject,
      time: new Date().toISOString(),
      correlationid: runId,
      customerid: owner,
      data: data as never,
    });
    const put = (
      pool: Parameters<typeof insert>[0],
      stream: string,
      version: number,
      envelope: Partial<WireEvent>,
    ): Promise<unknown> =>
      pool.query(
        'insert into event (stream_id, version, id, type, envelope) values ($1, $2, gen_random_uuid(), $3, $4)',
        [stream, version, envelope.type, JSON.stringify(envelope)],
      );
    const openers = async (database: Parameters<typeof openedAfter>[0]) =>
      (await openedAfter(database, START, 0)).found.filter(({ conversation }) => conversation === session);

    it('is opened by what was received, asked for in a chat or begun by a schedule, and is over when it was skipped', async () => {
      const { database } = await deaf();
      const day = '2026-07-01';
      const asked = instanceRunId('shop', { playbook, day });
      await put(
        database.pool,
        `turn-shop-${owner}`,
        1,
        wire('playbook.submitted', 'by-hand', { sessionId: owner, playbook }),
      );
      await put(database.pool, 'action-shop-chat.begin', 1, wire('playbook.asked', 'chat', { playbook, day }));
      await put(database.pool, session, 1, wire('run.requested', 'due', { sessionId: owner }));
      await put(database.pool, 'session-shop-s.C-9', 1, wire('run.requested', 'of-a-person', { sessionId: 's' }));
      const found = await openers(database);
      expect(found.map(({ runId }) => runId)).toEqual(['by-hand', asked, 'due']);
      const open = async () => (await unfinished(database, found)).map(({ runId }) => runId);
      await put(database.pool, session, 2, wire('instance.skipped', 'by-hand', { runId: 'by-hand' }));
      expect(await open()).toEqual([asked, 'due']);
      await put(
        database.pool,
        session,
        3,
        wire('run.requested', 'by-hand', { requestId: 'by-hand', sessionId: owner }),
      );
      expect(await open()).toEqual(['by-hand', asked, 'due']);
    });

    it('is found by the index of what opens interactions', async () => {
      const { database } = await deaf();
      const client = await database.pool.connect();
      try {
        await client.query('begin; set local enable_seqscan = off');
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain ${OPENERS} `
            .replaceAll(/\$1/g, 'now()')
            .replaceAll(/\$2/g, "''")
            .replaceAll(/\$[345]/g, '1'),
        );
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using event_\d+_recorded_at_idx/);
        await client.query('rollback');
      } finally {
        client.release();
      }
    });

    it('has the facts of its branches, until their ends are taken note of, and of the keys that its plans wait at', async () => {
      const { database } = await deaf();
      const begun = wire('run.requested', 'sweep', { sessionId: owner, runId: 'sweep' });
      const opener = { recordedAt: begun.time!, stream: session, version: 99 };
      await put(database.pool, session, opener.version, begun);
      const run = 'run-shop-sweep';
      const facts: [stream: string, type: string, data?: object][] = [
        ['plan-shop-sweep', 'plan.awaited', { planKey: 'k1' }],
        ['plan-shop-key.k1', 'plan.drawn_up', { requestIds: ['sweep'] }],
        [run, 'run.opened'],
        [`${run}~one`, 'run.opened'],
        [`${run}~two`, 'run.opened'],
        ['action-shop-sweep~one.letter', 'action.dispatched'],
        ['action-shop-sweep~two.letter', 'action.dispatched'],
        [`turn-shop-${owner}`, 'approval.received', { runId: 'sweep~two' }],
      ];
      const heads = new Map<string, number>();
      for (const [stream, type, data = {}] of facts) {
        const { rows } = await database.pool.query<{ head: number }>(
          'select coalesce(max(version), 0) as head from event where stream_id = $1',
          [stream],
        );
        heads.set(stream, rows[0]!.head + 1);
        await put(database.pool, stream, heads.get(stream)!, wire(type, 'x', data, stream));
      }
      await put(database.pool, run, 2, { ...wire('branch.recorded', 'x', {}, run), sourcestream: `${run}~one` });
      const interaction = { runId: 'sweep', tenant: 'shop', conversation: session, opener };
      expect(new Set((await factsOf(database, interaction)).slice(1).map(({ subject }) => subject))).toEqual(
        new Set([
          'plan-shop-sweep',
          'plan-shop-key.k1',
          run,
          `${run}~two`,
          'action-shop-sweep~two.letter',
          `turn-shop-${owner}`,
        ]),
      );
    });
  });

  it('may be the end of a run that took long: its conversation is told when it is not open any more', async () => {
    const { reconciliation, store, found, database } = await deaf();
    const opener = submitted('turn-shop-long', 1, 'long');
    const event = { ...opener, data: { ...opener.data, sessionId: 'long' } };
    await store.append([{ stream: event.stream, events: [event], decisions: [], due: [], ui: [] }]);
    const now = Date.now();
    const looks = () => found.filter(({ runId }) => runId === 'long').length;
    await reconciliation.runRound(now);
    await insert(database.pool, 'run-shop-long', 'arbiter.run.completed.v1', { data: { threadId: 't-1' } });
    await reconciliation.runRound(now + 2 * MINUTE);
    await reconciliation.runRound(now + 1_000 * MINUTE);
    expect(looks()).toBe(2);
  });
});
