import { setTimeout as delay } from 'node:timers/promises';
import type { ArbiterError, EventName, Provenance, RecordedOf } from '@arbiter/contracts';
import type { Dependencies } from '@arbiter/resilience';
import { type Database, claimDue, EventStore, JointAppend, JointWriter, type UnderWay } from '@arbiter/store';
import { submitted } from '@arbiter/store/testing/laboratory';
import { ShellLaboratory } from '../testing/shell-laboratory';
import { recipientsOf } from '../testing/recipients-of';
import { noteDecider, type Notes } from '../testing/note-decider';
import type { Shell } from './shell';
import type { ShellDefinition } from './shell-definition';

const streamOf = (name: string) => `session-shop-${name}`;
const note = (shell: Shell<Notes>, stream: string, requestId: string) =>
  shell.submit(stream, { name: 'note', requestId } as never, submitted('turn-shop-x', 1, requestId));

/** Finds again and again that Postgres is there. */
const probe = (dependencies: Dependencies) => setInterval(() => dependencies.restored('postgres'), 10);

describe('the shell', () => {
  let laboratory: ShellLaboratory;

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
  });
  afterAll(() => laboratory.close());

  const runsIn = async (
    store: { read: Awaited<ReturnType<ShellLaboratory['noteShell']>>['store']['read'] },
    stream: string,
  ) =>
    (await store.read([{ stream, after: 0 }]))
      .get(stream)!
      .map((event) => (event.data as { requestId: string }).requestId);

  it('takes what gathers while a batch is written as one batch, each stream in order (1)', async () => {
    const { shell, store } = await laboratory.noteShell();
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => note(shell, streamOf(`many-${index % 3}`), `r${index}`)),
    );
    expect(await runsIn(store, streamOf('many-1'))).toEqual(
      Array.from({ length: 100 }, (_, index) => `r${index * 3 + 1}`),
    );
  });

  it('decides what may wait with what comes meanwhile, and alone when nothing does', async () => {
    const { shell, store } = await laboratory.noteShell();
    const begin = (name: string, patience: number) =>
      new Promise<readonly RecordedOf<EventName>[]>((done, failed) => {
        const event = submitted(`turn-shop-${name}`, 1, 'patient');
        shell.enqueue(streamOf(name), {
          kind: 'event',
          event,
          patience,
          bytes: 1,
          wire: () => ({}) as never,
          done,
          failed,
        });
      });
    const begun = begin('company', 60_000);
    await Promise.all([begun, note(shell, streamOf('company'), 'second')]);
    expect(await runsIn(store, streamOf('company'))).toEqual(['patient', 'second']);
    await begin('alone', 20);
    expect(await runsIn(store, streamOf('alone'))).toEqual(['patient']);
  });

  it('decides a stream again after another replica was faster, and tears nothing (3)', async () => {
    const first = await laboratory.noteShell();
    const second = await laboratory.noteShell();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        note(index % 2 ? first.shell : second.shell, streamOf('contended'), `r${index}`),
      ),
    );
    const runs = await runsIn(first.store, streamOf('contended'));
    expect([...runs].sort()).toEqual(Array.from({ length: 40 }, (_, index) => `r${index}`).sort());
  });

  it('ignores an input only upon the newest state, whichever replica wrote it (Committer 5)', async () => {
    const decide: (typeof noteDecider)['decide'] = (state, input, context) =>
      'requestId' in input && input.requestId === 'after' && !state.runs.includes('before')
        ? { ignored: 'too_early' }
        : noteDecider.decide(state, input, context);
    const decider = { ...noteDecider, decide } as ShellDefinition<Notes>['decider'];
    const first = await laboratory.noteShell({ decider });
    const second = await laboratory.noteShell({ decider });
    const stream = streamOf('stale');
    await note(second.shell, stream, 'start');
    await note(first.shell, stream, 'before');
    await note(second.shell, stream, 'after');
    expect(await runsIn(first.store, stream)).toEqual(['start', 'before', 'after']);
  });

  it('lets two replicas write the same streams in opposite orders', async () => {
    const first = await laboratory.noteShell();
    const second = await laboratory.noteShell();
    const names = Array.from({ length: 30 }, (_, index) => `opposite-${index}`);
    await Promise.all([
      ...names.map((name) => note(first.shell, streamOf(name), 'a')),
      ...names.toReversed().map((name) => note(second.shell, streamOf(name), 'b')),
    ]);
    for (const name of names) expect((await runsIn(first.store, streamOf(name))).toSorted()).toEqual(['a', 'b']);
  });

  it('waits for what a decision stands upon while the database is away, gives it to the decider and records where it was read', async () => {
    const provenance = {
      plan: { stream: 'plan-shop-r', version: 1 },
      request: { stream: 'session-shop-r', version: 7 },
      artifacts: {},
      ends: [{ stream: 'action-shop-r.a', version: 2, data: { stepId: 'a' } }],
    } as unknown as Provenance;
    const seen: unknown[] = [];
    let refusals = 2;
    const { shell, store, dependencies } = await laboratory.noteShell({
      decider: {
        ...noteDecider,
        provenance: () => ({ runId: 'r', stepIds: ['b'] }),
        decide: (state, input, context) => (
          seen.push(context.provenance),
          noteDecider.decide(state, input as never, context)
        ),
      } as ShellDefinition<Notes>['decider'],
      provenanceOf: async (tenant, { runId, stepIds }) => {
        if (refusals-- > 0) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        return tenant === 'shop' && `${runId}.${stepIds.join()}` === 'r.b' ? provenance : null;
      },
    });
    const probing = probe(dependencies);
    await note(shell, streamOf('grounded'), 'r1');
    clearInterval(probing);
    expect(seen).toEqual([provenance]);
    const [stored] = await store.readDecisions(streamOf('grounded'));
    expect(JSON.parse(stored!.decision!)).toMatchObject({
      read: [
        { stream: 'plan-shop-r', version: 1 },
        { stream: 'session-shop-r', version: 7 },
        { stream: 'action-shop-r.a', version: 2, stepId: 'a' },
      ],
    });
  });

  it('sets aside the one input whose fact cannot be stored; its batch stands (Committer 3)', async () => {
    const { shell, store } = await laboratory.noteShell();
    await Promise.all(
      ['r1', 'invalid', 'r2'].map((requestId) => note(shell, streamOf(`data-${requestId}`), requestId)),
    );
    expect(await runsIn(store, streamOf('data-r1'))).toEqual(['r1']);
    expect(await runsIn(store, streamOf('data-r2'))).toEqual(['r2']);
    const [skipped] = (await store.read([{ stream: streamOf('data-invalid'), after: 0 }])).get(
      streamOf('data-invalid'),
    )!;
    expect(skipped!.name).toBe('turn.skipped');
    expect(laboratory.deadLetters.some((cause) => cause.includes('requestId'))).toBe(true);
  });

  it('fails only the stream that Postgres itself refuses (Committer 3)', async () => {
    const { shell, store } = await laboratory.noteShell();
    const outcomes = await Promise.allSettled(
      ['good-1', 'b\u0000d', 'good-2'].map((name) => note(shell, streamOf(name), 'r')),
    );
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await runsIn(store, streamOf('good-2'))).toEqual(['r']);
  });

  it('keeps a text with NUL as it is', async () => {
    const { shell, store } = await laboratory.noteShell();
    await note(shell, streamOf('nul'), 'a\u0000b');
    expect(await runsIn(store, streamOf('nul'))).toEqual(['a\u0000b']);
  });

  it('sets aside an input that breaks the decider and goes on with the stream', async () => {
    const { shell, store } = await laboratory.noteShell();
    await Promise.all(['r1', 'break', 'r2'].map((requestId) => note(shell, streamOf('broken'), requestId)));
    const events = (await store.read([{ stream: streamOf('broken'), after: 0 }])).get(streamOf('broken'))!;
    expect(events.map((event) => event.name)).toEqual(['turn.routed', 'turn.skipped', 'turn.routed']);
  });

  it('takes an ordered feed in its own order, each fact once, whatever order messages come in', async () => {
    const handlers = recipientsOf('run.submitted', { streams: [streamOf('feed')] });
    const { shell, store } = await laboratory.noteShell({}, undefined, handlers);
    const feed = 'turn-shop-feed';
    const events = ['a', 'b', 'c', 'd'].map((requestId, index) => submitted(feed, index + 1, requestId));
    await store.append([{ stream: feed, events, decisions: [], due: [], ui: [] }]);
    const deliver = (event: RecordedOf<'run.submitted'>) =>
      new Promise<void>((done, failed: (error: ArbiterError) => void) => {
        shell.enqueue(streamOf('feed'), {
          kind: 'event',
          event,
          wire: {} as never,
          bytes: 1,
          done: () => done(),
          failed,
        });
      });
    await deliver(events[2]!);
    await deliver(events[0]!);
    await Promise.all([deliver(events[3]!), deliver(events[3]!), deliver(events[1]!)]);
    expect(await runsIn(store, streamOf('feed'))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('ignores a redelivery at any later time, from the folded state alone', async () => {
    const handlers = recipientsOf('run.submitted', { streams: [streamOf('late')] });
    const first = await laboratory.noteShell({}, undefined, handlers);
    const event = submitted('turn-shop-late', 1, 'a');
    await first.store.append([{ stream: event.stream, events: [event], decisions: [], due: [], ui: [] }]);
    const deliver = (shell: Shell<Notes>) =>
      new Promise<void>((done, failed) =>
        shell.enqueue(streamOf('late'), {
          kind: 'event',
          event,
          wire: {} as never,
          bytes: 1,
          done: () => done(),
          failed,
        }),
      );
    await deliver(first.shell);
    const restarted = await laboratory.noteShell({}, undefined, handlers);
    await deliver(restarted.shell);
    expect(await runsIn(first.store, streamOf('late'))).toEqual(['a']);
  });

  it('clears a timer that found nothing to do', async () => {
    const { shell, database } = await laboratory.noteShell();
    await note(shell, streamOf('timer'), 'timer');
    const timers = () =>
      database.query.selectFrom('due').selectAll().where('stream_id', '=', streamOf('timer')).execute();
    expect(await timers()).toHaveLength(1);
    await shell.submit(streamOf('timer'), { name: 'due', key: 'ring' } as never, null);
    expect(await timers()).toHaveLength(0);
  });

  describe('when what it stands on fails', () => {
    const outage = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code });

    it.each(['08006', '25006', '28P01', '40P01', '42P01', '53100', '53300', '55P03', '57P01', '58030'])(
      '(SQLSTATE %s) counts nothing, sets nothing aside, and goes on by itself (4)',
      async (code) => {
        const { shell, store, dependencies } = await laboratory.noteShell();
        const stream = streamOf(`outage-${code}`);
        const part = store.part.bind(store);
        let failures = 3;
        store.part = (appends) =>
          Object.assign(part(appends), failures-- > 0 && { write: () => Promise.reject(outage(code)) });
        const deadLettered = laboratory.deadLetters.length;
        const probing = probe(dependencies);
        await Promise.all(['r1', 'r2'].map((requestId) => note(shell, stream, requestId)));
        clearInterval(probing);
        expect(await runsIn(store, stream)).toEqual(['r1', 'r2']);
        expect(laboratory.deadLetters.slice(deadLettered)).toEqual([]);
      },
    );

    it('takes nothing while the store is away, for any time, and everything when it is back (4)', async () => {
      const { shell, store, dependencies } = await laboratory.noteShell();
      const stream = streamOf('away');
      dependencies.lost('postgres', 'away');
      const noting = Promise.all(['r1', 'r2'].map((requestId) => note(shell, stream, requestId)));
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await runsIn(store, stream)).toEqual([]);
      dependencies.restored('postgres');
      await noting;
      expect(await runsIn(store, stream)).toEqual(['r1', 'r2']);
    });

    it('lets a stream that cannot be read delay no other, and takes it up when it can be read (4)', async () => {
      const { shell, store, memory } = await laboratory.noteShell();
      const fresh = memory.fresh.bind(memory);
      let isReadable = false;
      memory.fresh = (stream) =>
        stream === streamOf('unreadable') && !isReadable ? Promise.reject(outage('57014')) : fresh(stream);
      const stuck = note(shell, streamOf('unreadable'), 'r1');
      for (let round = 0; round < 20; round += 1) await note(shell, streamOf('readable'), `r${round}`);
      expect(await runsIn(store, streamOf('unreadable'))).toEqual([]);
      isReadable = true;
      await stuck;
      expect(await runsIn(store, streamOf('unreadable'))).toEqual(['r1']);
    });

    it('ends at once when it is closed meanwhile, and hands back what waits', async () => {
      const { shell, dependencies } = await laboratory.noteShell();
      dependencies.lost('postgres', 'away');
      const outcome = note(shell, streamOf('closed'), 'r1').catch((error: ArbiterError) => error.code);
      await shell.close();
      expect(await outcome).toBe('stopping');
    });
  });

  describe('deciding upon what is being written (5)', () => {
    const begin = (
      shell: Shell<Notes>,
      stream: string,
      event: RecordedOf<'run.submitted'>,
      upon: UnderWay | UnderWay['accepted'],
    ) =>
      new Promise<readonly RecordedOf<EventName>[]>((done, failed) =>
        shell.enqueue(stream, {
          kind: 'event',
          event,
          underWay: upon instanceof Promise ? { accepted: upon, isSent: true, join: () => null } : upon,
          bytes: 1,
          wire: () => ({}) as never,
          done,
          failed,
        }),
      );

    it('decides at once, and commits nothing before its cause is in the log', async () => {
      const decided = Promise.withResolvers<void>();
      const { shell, store } = await laboratory.noteShell({
        decider: {
          ...noteDecider,
          decide: (state, input, context) => (decided.resolve(), noteDecider.decide(state, input as never, context)),
        } as ShellDefinition<Notes>['decider'],
      });
      const accepted = Promise.withResolvers<ReadonlySet<string>>();
      const begun = begin(shell, streamOf('ahead'), submitted('turn-shop-ahead', 1, 'r1'), accepted.promise);
      await decided.promise;
      await delay(50);
      expect(await runsIn(store, streamOf('ahead'))).toEqual([]);
      accepted.resolve(new Set(['turn-shop-ahead']));
      expect(await begun).toHaveLength(1);
      expect(await runsIn(store, streamOf('ahead'))).toEqual(['r1']);
    });

    it('leaves nothing of what did not reach the log, and decides the rest of its stream without it', async () => {
      const { shell, store } = await laboratory.noteShell();
      const stream = streamOf('unfounded');
      const lost = begin(shell, stream, submitted('turn-shop-lost', 1, 'lost'), Promise.resolve(new Set<string>()));
      const kept = note(shell, stream, 'kept');
      const other = begin(
        shell,
        streamOf('founded'),
        submitted('turn-shop-there', 1, 'there'),
        Promise.resolve(new Set(['turn-shop-there'])),
      );
      await expect(lost).rejects.toMatchObject({ kind: 'retryable', code: 'not_committed' });
      await Promise.all([kept, other]);
      expect(await runsIn(store, stream)).toEqual(['kept']);
      expect(await runsIn(store, streamOf('founded'))).toEqual(['there']);
      expect((await store.readAll([stream])).map(({ version }) => version)).toEqual([1]);
    });

    it('sets nothing of it aside, however wrong it is', async () => {
      const { shell, store } = await laboratory.noteShell();
      const deadLettered = laboratory.deadLetters.length;
      const broken = submitted('turn-shop-broken-ahead', 1, 'break');
      await expect(
        begin(shell, streamOf('broken-ahead'), broken, Promise.resolve(new Set<string>())),
      ).rejects.toMatchObject({ code: 'not_committed' });
      expect(laboratory.deadLetters.slice(deadLettered)).toEqual([]);
      expect(await store.readAll([streamOf('broken-ahead')])).toEqual([]);
    });

    it('looks nothing up before its cause is in the log', async () => {
      const asked = Promise.withResolvers<void>();
      const lookups = (): string[] => (asked.resolve(), [streamOf('looked-up')]);
      const { shell, store } = await laboratory.noteShell({
        decider: { ...noteDecider, lookups } as unknown as ShellDefinition<Notes>['decider'],
      });
      const read = jest.spyOn(store, 'readKinds');
      const accepted = Promise.withResolvers<ReadonlySet<string>>();
      const begun = begin(shell, streamOf('looking'), submitted('turn-shop-looking', 1, 'r1'), accepted.promise);
      await asked.promise;
      await delay(50);
      expect(read).not.toHaveBeenCalled();
      accepted.resolve(new Set(['turn-shop-looking']));
      await begun;
      expect(read).toHaveBeenCalledTimes(1);
    });

    it('takes of what it looks up the events that its definition names, where it names them', async () => {
      const decider = {
        ...noteDecider,
        lookups: () => [streamOf('looked-up')],
      } as unknown as ShellDefinition<Notes>['decider'];
      const looksUp = new Set(['run.completed'] as const);
      const { shell, store } = await laboratory.noteShell({ decider, looksUp });
      const read = jest.spyOn(store, 'readKinds');
      await note(shell, streamOf('looking-up'), 'r1');
      expect(read).toHaveBeenCalledWith([streamOf('looked-up')], looksUp);
    });

    describe('that has not been sent yet (6)', () => {
      const placesOf = async (database: Database, ...streams: string[]) =>
        (
          await database.query
            .selectFrom('event')
            .select(['stream_id', 'transaction_id'])
            .where('stream_id', 'in', streams)
            .orderBy('position')
            .execute()
        ).map(({ stream_id: stream, transaction_id: transaction }) => ({ stream, transaction }));

      /** A fact that ingress appends, and a shell that decides upon it before it is sent. */
      async function joining(key: string) {
        const { shell, store, database, keyring } = await laboratory.noteShell();
        const [cause, stream] = [submitted(`turn-shop-${key}`, 1, 'r1'), streamOf(key)];
        const own = new EventStore(database, keyring, 'ingress').part([
          { stream: cause.stream, events: [cause], decisions: [], due: [], ui: [] },
        ]);
        const joined = Promise.withResolvers<void>();
        const joint = new JointAppend(own, new JointWriter(database), {
          joined: () => joined.resolve(),
          written: () => undefined,
        });
        return { shell, store, database, cause, stream, joint, joined: joined.promise };
      }

      it('writes both together, the cause before what was decided upon it', async () => {
        const { shell, database, cause, stream, joint, joined } = await joining('together');
        const begun = begin(shell, stream, cause, joint);
        await joined;
        expect(await placesOf(database, cause.stream, stream)).toEqual([]);
        await joint.write();
        joint.tell();
        expect(await begun).toHaveLength(1);
        const places = await placesOf(database, cause.stream, stream);
        expect(places.map((place) => place.stream)).toEqual([cause.stream, stream]);
        expect(new Set(places.map(({ transaction }) => transaction)).size).toBe(1);
      });

      it('decides again upon the newest state, once the cause is there, where another writer was faster', async () => {
        const { shell, store, database, cause, stream, joint, joined } = await joining('torn');
        await note(shell, stream, 'known');
        const { shell: faster } = await laboratory.noteShell();
        await note(faster, stream, 'faster');
        const begun = begin(shell, stream, cause, joint);
        await joined;
        await joint.write();
        await begun;
        expect(await runsIn(store, stream)).toEqual(['known', 'faster', 'r1']);
        const places = await placesOf(database, cause.stream, stream);
        expect(places.map((place) => place.stream)).toEqual([stream, stream, cause.stream, stream]);
        expect(new Set(places.map(({ transaction }) => transaction)).size).toBe(4);
      });

      it('leaves nothing when that fails as well', async () => {
        const { shell, store, database, cause, stream, joint, joined } = await joining('lost-together');
        const begun = begin(shell, stream, cause, joint);
        await joined;
        await database.pool.query(
          'insert into event (stream_id, version, id, type, envelope) values ($1, 1, gen_random_uuid(), $2, $3)',
          [cause.stream, 'arbiter.turn.imagined.v1', '{}'],
        );
        await joint.write();
        await expect(begun).rejects.toMatchObject({ kind: 'retryable', code: 'not_committed' });
        expect(await store.readAll([stream])).toEqual([]);
      });
    });

    it('reads an ordered feed up to it once it is there', async () => {
      const stream = streamOf('feed-ahead');
      const handlers = recipientsOf('run.submitted', { streams: [stream] });
      const { shell, store } = await laboratory.noteShell({}, undefined, handlers);
      const feed = 'turn-shop-feed-ahead';
      const events = ['a', 'b', 'c'].map((requestId, index) => submitted(feed, index + 1, requestId));
      const accepted = Promise.withResolvers<ReadonlySet<string>>();
      const troubles = laboratory.troubles.length;
      const begun = begin(shell, stream, events[2]!, accepted.promise);
      await delay(50);
      await store.append([{ stream: feed, events, decisions: [], due: [], ui: [] }]);
      accepted.resolve(new Set([feed]));
      await begun;
      expect(await runsIn(store, stream)).toEqual(['a', 'b', 'c']);
      expect(laboratory.troubles.slice(troubles)).toEqual([]);
    });
  });

  it('leaves what a newer release wrote to a replica that knows it: it is neither read as something else nor set aside', async () => {
    const { shell, store, database } = await laboratory.noteShell();
    const stream = streamOf('newer');
    await note(shell, stream, 'r1');
    const [envelope] = (
      await database.query.selectFrom('event').select('envelope').where('stream_id', '=', stream).execute()
    ).map((row) => JSON.parse(row.envelope) as Record<string, unknown>);
    for (const [version, type] of [
      [2, 'arbiter.turn.imagined.v1'],
      [3, 'arbiter.turn.routed.v99'],
    ] as const) {
      const newer = JSON.stringify({ ...envelope, id: crypto.randomUUID(), type, streamversion: version });
      await database.pool.query(
        'insert into event (stream_id, version, id, type, envelope) values ($1, $2, gen_random_uuid(), $3, $4)',
        [stream, version, type, newer],
      );
      const deadLettered = laboratory.deadLetters.length;
      await expect(note(shell, stream, 'r2')).rejects.toMatchObject({ kind: 'retryable', code: 'newer_release' });
      expect(laboratory.deadLetters.slice(deadLettered)).toEqual([]);
    }
    await expect(store.read([{ stream, after: 0 }])).rejects.toMatchObject({ code: 'newer_release' });
  });

  it('takes an ordered feed of any length, and drops nothing of it', async () => {
    const handlers = recipientsOf('run.submitted', { streams: [streamOf('long-feed')] });
    const { shell, store } = await laboratory.noteShell({}, undefined, handlers);
    const feed = 'turn-shop-long';
    const events = Array.from({ length: 10_500 }, (_, index) => submitted(feed, index + 1, `r${index}`));
    await store.append([{ stream: feed, events, decisions: [], due: [], ui: [] }]);
    await new Promise<void>((done, failed: (error: ArbiterError) => void) => {
      shell.enqueue(streamOf('long-feed'), {
        kind: 'event',
        event: events.at(-1)!,
        wire: {} as never,
        bytes: 1,
        done: () => done(),
        failed,
      });
    });
    const taken = (await store.readAll([streamOf('long-feed')])).map(
      (event) => (event.data as { requestId: string }).requestId,
    );
    expect(taken).toEqual(events.map((event) => event.data.requestId));
  });

  it('sets aside the one fact of a feed that cannot be handled, and takes those after it', async () => {
    const handlers = recipientsOf('run.submitted', { streams: [streamOf('bad-feed')] });
    const { shell, store } = await laboratory.noteShell({}, undefined, handlers);
    const feed = 'turn-shop-bad';
    const events = ['a', 'break', 'c'].map((requestId, index) => submitted(feed, index + 1, requestId));
    await store.append([{ stream: feed, events, decisions: [], due: [], ui: [] }]);
    await new Promise<void>((done, failed: (error: ArbiterError) => void) => {
      shell.enqueue(streamOf('bad-feed'), {
        kind: 'event',
        event: events[2]!,
        wire: {} as never,
        bytes: 1,
        done: () => done(),
        failed,
      });
    });
    expect((await store.readAll([streamOf('bad-feed')])).map(({ name, source }) => [name, source?.version])).toEqual([
      ['turn.routed', 1],
      ['turn.skipped', 2],
      ['turn.routed', 3],
    ]);
  });

  it('decides a timer by the time of the database, however far the clock of its machine is behind', async () => {
    const seen: string[] = [];
    const { shell, database } = await laboratory.noteShell({
      decider: {
        ...noteDecider,
        decide: (state, input, context) => (seen.push(context.now), noteDecider.decide(state, input as never, context)),
      } as ShellDefinition<Notes>['decider'],
    });
    const stream = streamOf('skewed');
    await note(shell, stream, 'timer');
    const [timer] = await claimDue(database, 'session');
    const late = new Date(Date.parse(timer!.at) + 3_600_000).toISOString();
    await shell.submit(stream, { name: 'due', key: 'ring' } as never, null, late);
    expect(seen.at(-1)).toBe(late);
  });
});
