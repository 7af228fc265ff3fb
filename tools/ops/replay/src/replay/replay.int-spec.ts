import { randomBytes, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import {
  conversationOf,
  isIgnored,
  streamOf,
  terminal,
  stepOrigin,
  type EventName,
  type Fact,
  type RecordedOf,
} from '@arbiter/contracts';
import { activateArtifacts, bundleHash, loadTenant } from '@arbiter/artifacts';
import { planDecider } from '@arbiter/domain';
import { writeDecision } from '@arbiter/runtime';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { EventStore, Keyring, openDatabase, type Database } from '@arbiter/store';
import { TOY_ARTIFACTS, toyDecider, toyRules, type ToyInput } from '../testing/toy-decider';
import { replay } from './replay';
import { replayStream, type ReplayParts } from './replay-stream';
import { todaysRules } from './rules';
import type { StreamReport } from './replay-report';

const NOW = '2026-03-02T10:00:00.000Z';
const CUSTOMER = { tenant: 'shop', customerId: 'C-1' };

type Event = RecordedOf<EventName>;
type Submitted = RecordedOf<'run.submitted'>;

describe('replay', () => {
  let stack: Stack;
  let database: Database;
  let keyring: Keyring;
  let store: EventStore;

  beforeAll(async () => {
    stack = await startThrowawayStack();
    database = openDatabase(stack.postgres.url, 'test', 6);
    keyring = new Keyring(database, [randomBytes(32)]);
    await keyring.create([CUSTOMER, { tenant: 'shop', customerId: 'C-2' }]);
    store = new EventStore(database, keyring, 'test');
  });
  afterAll(async () => {
    await database.close();
    await stack.stop();
  });

  const parts = (changes: Partial<ReplayParts> = {}): ReplayParts => ({
    database,
    sealer: keyring,
    rules: toyRules('rules-1'),
    artifacts: async (hash) => {
      if (hash === 'toy') return TOY_ARTIFACTS;
      throw terminal('unknown_artifacts', `no bundle ${hash}`);
    },
    ...changes,
  });

  function recorded(
    fact: Fact,
    stream: string,
    version: number,
    cause: Event | null = null,
    customerId = 'C-1',
  ): Event {
    return {
      ...fact,
      id: randomUUID(),
      app: 'test',
      stream,
      version,
      time: NOW,
      tenant: 'shop',
      customerId,
      correlationId: 'x',
      causationId: cause?.id ?? null,
      source: cause && { stream: cause.stream, version: cause.version },
      traceParent: null,
    } as Event;
  }

  const append = (stream: string, events: readonly Event[], decisions: readonly (string | null)[]) =>
    store.append([{ stream, events, decisions, due: [], ui: [] }]);

  async function submits(session: string, version: number, requestId: string, customerId = 'C-1'): Promise<Submitted> {
    const stream = streamOf('turn', 'shop', session);
    const event = recorded(
      {
        name: 'run.submitted',
        data: {
          requestId,
          sessionId: session,
          customerId,
          channel: 'api',
          template: 'x',
          args: { wish: 'a secret wish' },
          payloadHash: 'h',
          receivedAt: NOW,
        },
      },
      stream,
      version,
      null,
      customerId,
    ) as Submitted;
    await append(stream, [event], []);
    return event;
  }

  /** A session as the shell writes it: one input after the other decided by the toy decider, each with its record. */
  class Session {
    readonly stream: string;
    version = 0;
    private state = toyDecider().initial();

    constructor(
      readonly key: string,
      private readonly artifacts = 'toy',
    ) {
      this.stream = streamOf('session', 'shop', key);
    }

    async decides(
      input: ToyInput,
      cause: Event | null,
      altered: (facts: readonly Fact[]) => readonly Fact[] = (facts) => facts,
    ): Promise<void> {
      const decision = toyDecider().decide(this.state, input, {
        now: NOW,
        stream: this.stream,
        tenant: 'shop',
        customerId: 'C-1',
        artifacts: TOY_ARTIFACTS,
        artifactsHash: 'toy',
      });
      if (isIgnored(decision)) throw new Error('ignored');
      await this.writes(input, cause, altered(decision));
    }

    async writes(input: ToyInput, cause: Event | null, facts: readonly Fact[]): Promise<void> {
      const events = facts.map((fact, index) =>
        recorded(fact, this.stream, this.version + index + 1, cause, cause?.customerId),
      );
      this.state = facts.reduce((state, fact) => toyDecider().evolve(state, fact), this.state);
      this.version += facts.length;
      const decision = writeDecision(
        {
          now: NOW,
          artifacts: this.artifacts,
          rules: 'rules-1',
          input: input as never,
          cause,
          fact: events[0]!,
          data: facts.map(({ data }) => data),
        },
        keyring,
      );
      await append(this.stream, events, [decision]);
    }
  }

  const verdicts = ({ decisions }: StreamReport) => decisions.map(({ verdict }) => verdict);

  it('makes decisions upon events and upon commands again, byte for byte', async () => {
    const session = new Session('equal');
    const submitted = await submits('equal', 1, 'r1');
    await session.decides(submitted, submitted);
    await session.decides({ name: 'remark', requestId: 'r2', about: submitted }, submitted);
    await session.decides({ name: 'remark', requestId: 'r3' }, null);
    const report = await replayStream(session.stream, parts());
    expect(report.decisions.map(({ version, verdict, input, facts }) => [version, verdict, input, facts])).toEqual([
      [1, 'equal', 'run.submitted', ['turn.routed', 'intent.classified']],
      [3, 'equal', 'remark', ['turn.routed']],
      [4, 'equal', 'remark', ['turn.routed']],
    ]);
  });

  it('names the first event that differs, where and how, and goes on from what was recorded', async () => {
    const session = new Session('altered');
    const [first, second] = [await submits('altered', 1, 'r1'), await submits('altered', 2, 'r2')];
    await session.decides(first, first, ([routed, ...rest]) => [
      { ...routed!, data: { ...routed!.data, inputs: { before: 7, now: NOW, tenant: 'shop' } } } as Fact,
      ...rest,
    ]);
    await session.decides(second, second);
    const { decisions } = await replayStream(session.stream, parts());
    expect(decisions.map(({ verdict }) => verdict)).toEqual(['differing', 'equal']);
    expect(decisions[0]).toMatchObject({
      stream: session.stream,
      version: 1,
      what: 'turn.routed differs at data.inputs.before: recorded 7, now 0',
    });
  });

  it('shows no personal value of what differs', async () => {
    const session = new Session('private');
    const submitted = await submits('private', 1, 'r1');
    await session.decides(submitted, submitted, ([routed, classified]) => [
      routed!,
      { ...classified!, data: { ...classified!.data, slots: { wish: 'another secret' } } } as Fact,
    ]);
    const [decision] = (await replayStream(session.stream, parts())).decisions;
    expect(decision).toMatchObject({
      version: 2,
      verdict: 'differing',
      what: 'intent.classified differs at data.slots.wish: recorded [personal], now [personal]',
    });
  });

  it('names a fact that was not decided, and a decided one that is missing', async () => {
    const session = new Session('more');
    const [first, second] = [await submits('more', 1, 'r1'), await submits('more', 2, 'r2')];
    await session.decides(first, first, (facts) => [
      ...facts,
      { name: 'thread.opened', data: { threadId: 't', requestId: 'r1' } },
    ]);
    await session.decides(second, second, ([routed]) => [routed!]);
    const { decisions } = await replayStream(session.stream, parts());
    expect(decisions.map(({ version, what }) => [version, what])).toEqual([
      [3, 'thread.opened differs at name: recorded thread.opened, now nothing'],
      [5, 'intent.classified differs at name: recorded nothing, now intent.classified'],
    ]);
  });

  it('reports a difference that a changed rule explains, and does not fail it', async () => {
    const session = new Session('changed');
    const submitted = await submits('changed', 1, 'r1');
    await session.decides(submitted, submitted);
    const changed = await replayStream(session.stream, parts({ rules: toyRules('rules-2', 'note_better') }));
    expect(changed.decisions).toMatchObject([
      {
        verdict: 'changed',
        what: 'turn.routed differs at data.rule: recorded "note", now "note_better" (the rules changed since)',
      },
    ]);
    const unchanged = await replayStream(session.stream, parts({ rules: toyRules('rules-1', 'note_better') }));
    expect(verdicts(unchanged)).toEqual(['differing']);
  });

  it('recognises an input that was set aside, whatever the cause was', async () => {
    const session = new Session('skipped');
    const submitted = await submits('skipped', 1, 'breaks');
    await session.writes(
      submitted,
      submitted,
      toyDecider().skip!({ noted: [] }, submitted, 'a cause that is longer than what is kept of it', {} as never),
    );
    expect(verdicts(await replayStream(session.stream, parts()))).toEqual(['equal']);
  });

  it('says that the rules throw now where they did not then', async () => {
    const session = new Session('throws');
    const submitted = await submits('throws', 1, 'breaks');
    await session.writes(submitted, submitted, [
      { name: 'thread.opened', data: { threadId: 't', requestId: 'breaks' } },
    ]);
    expect((await replayStream(session.stream, parts())).decisions).toMatchObject([
      { verdict: 'differing', what: 'thread.opened was recorded, now the rules throw: this input breaks the rules' },
    ]);
  });

  it('compares nothing from the first erased value on', async () => {
    const session = new Session('erased');
    const [first, second] = [await submits('erased', 1, 'r1'), await submits('erased', 2, 'r2', 'C-2')];
    await session.decides(first, first);
    await session.decides(second, second);
    await session.decides({ name: 'remark', requestId: 'r3' }, first);
    const other = new Session('erased-command');
    await other.decides({ name: 'remark', requestId: 'r1' }, second);
    await keyring.erase({ tenant: 'shop', customerId: 'C-2' });
    expect(verdicts(await replayStream(session.stream, parts()))).toEqual(['equal', 'erased', 'erased']);
    expect(verdicts(await replayStream(other.stream, parts()))).toEqual(['erased']);
  });

  it('finds a gap, a fact without a record, and a feed that was taken in twice', async () => {
    const session = new Session('broken');
    const [first, second] = [await submits('broken', 1, 'r1'), await submits('broken', 2, 'r2')];
    await append(
      session.stream,
      [recorded({ name: 'thread.opened', data: { threadId: 't', requestId: 'r0' } }, session.stream, 1)],
      [],
    );
    session.version = 2;
    await session.writes(second, second, [
      {
        name: 'turn.routed',
        data: {
          requestId: 'r2',
          category: 'filler',
          rule: 'note',
          inputs: { before: 0, now: NOW, tenant: 'shop' },
          threadId: null,
        },
      },
    ]);
    await session.writes(first, first, [{ name: 'thread.opened', data: { threadId: 't', requestId: 'r1' } }]);
    expect((await replayStream(session.stream, parts())).decisions.map(({ version, what }) => [version, what])).toEqual(
      [
        [1, 'thread.opened stands without a record of its decision'],
        [2, 'is missing; the next is 3'],
        [4, 'intent.classified differs at name: recorded nothing, now intent.classified'],
        [4, `was decided upon ${first.stream}@1 after 2 of it was taken in`],
      ],
    );
  });

  it('finds an input that is not in the log, and artifacts that are not stored', async () => {
    const session = new Session('lost');
    const submitted = recorded(
      { ...(await submits('elsewhere', 1, 'r1')) } as never,
      streamOf('turn', 'shop', 'nowhere'),
      9,
    ) as Submitted;
    await session.decides(submitted, submitted);
    expect((await replayStream(session.stream, parts())).decisions).toMatchObject([
      { verdict: 'differing', what: 'was decided upon turn-shop-nowhere@9, which is not in the log' },
    ]);
    const unknown = new Session('unknown', 'gone');
    const known = await submits('unknown', 1, 'r1');
    await unknown.decides(known, known);
    expect((await replayStream(unknown.stream, parts())).decisions).toMatchObject([
      { verdict: 'differing', what: 'was decided with artifacts gone, which are not stored' },
    ]);
  });

  it('says of an input that is archived that it is, and compares what follows', async () => {
    const session = new Session('half-archived');
    const submitted = recorded(
      { ...(await submits('elsewhere-too', 1, 'r1')) } as never,
      streamOf('turn', 'shop', 'archived'),
      9,
    ) as Submitted;
    await session.decides(submitted, submitted);
    await session.decides({ name: 'remark', requestId: 'r2' }, null);
    await database.pool.query(
      "insert into archived_stream (stream_id, last_version, file) values ('turn-shop-archived', 9, 'f')",
    );
    expect(verdicts(await replayStream(session.stream, parts()))).toEqual(['archived', 'equal']);
  });

  it('finds a sealed value that stands where it was not sealed for', async () => {
    const session = new Session('moved');
    const submitted = await submits('moved', 1, 'r1');
    await session.decides(submitted, submitted);
    const { rows } = await database.pool.query<{ envelope: string }>(
      'select envelope from event where stream_id = $1 and version = 2',
      [session.stream],
    );
    const envelope = rows[0]!.envelope.replaceAll('session-shop-moved', 'session-shop-copied');
    await database.pool.query('insert into event (stream_id, version, id, type, envelope) values ($1, 2, $2, $3, $4)', [
      'session-shop-copied',
      randomUUID(),
      'arbiter.intent.classified.v1',
      envelope,
    ]);
    const { decisions } = await replayStream('session-shop-copied', parts());
    expect(decisions).toMatchObject([{ verdict: 'differing', version: null }]);
    expect(decisions[0]!.what).toMatch(/^session-shop-copied@2#slots does not open/);
  });

  it("makes the planner's decisions again with the stored artifacts, and tells a altered plan", async () => {
    const bundle = loadTenant(resolve(__dirname, '../../../../../deploy/tenants/shop'));
    const hash = bundleHash(bundle);
    await activateArtifacts(stack.postgres.url, bundle, hash, NOW);
    const rules = todaysRules();
    const plan = async (run: string, altered = (fact: Fact): Fact => fact) => {
      const request = recorded(
        {
          name: 'run.requested',
          data: {
            requestId: run,
            sessionId: 'planned',
            threadId: run,
            channel: 'web',
            messageId: 'm',
            purpose: 'template',
            intentId: 'order_status',
            template: 'order_status',
            copy: null,
            follows: null,
            question: null,
            fallback: false,
            args: { orderNumber: '1002' },
            artifacts: hash,
            delivery: { locale: 'en', anchor: null, clears: null },
            overtakes: [],
            consent: null,
            replaces: null,
          },
        },
        streamOf('session', 'shop', `of-${run}`),
        1,
      );
      await append(request.stream, [request], []);
      const decision = planDecider.decide(planDecider.initial(), request as never, {
        now: NOW,
        stream: streamOf('plan', 'shop', run),
        ...CUSTOMER,
        artifacts: bundle,
        artifactsHash: hash,
      });
      if (isIgnored(decision)) throw new Error('ignored');
      const [accepted] = decision.map((fact) => recorded(altered(fact), streamOf('plan', 'shop', run), 1, request));
      await append(
        accepted!.stream,
        [accepted!],
        [
          writeDecision(
            {
              now: NOW,
              artifacts: hash,
              rules: rules.get('plan')!.hash,
              input: request as never,
              cause: request,
              fact: accepted!,
              data: [],
            },
            keyring,
          ),
        ],
      );
    };
    await plan('run-1');
    await plan('run-2', (fact) => ({ ...fact, data: { ...fact.data, planHash: 'f00' } }) as Fact);
    const reports: StreamReport[] = [];
    const load = async (wanted: string) =>
      wanted === hash ? bundle : Promise.reject(terminal('unknown_artifacts', wanted));
    const of = (run: string) =>
      replay({ kind: 'run', run }, parts({ rules, artifacts: load }), (report) => reports.push(report));
    expect(await of('run-1')).toEqual({
      streams: 1,
      decisions: 1,
      equal: 1,
      changed: 0,
      differing: 0,
      erased: 0,
      archived: 0,
    });
    expect(await of('run-2')).toEqual({
      streams: 1,
      decisions: 1,
      equal: 0,
      changed: 0,
      differing: 1,
      erased: 0,
      archived: 0,
    });
    expect(reports[1]!.decisions[0]).toMatchObject({
      stream: 'plan-shop-run-2',
      version: 1,
      what: expect.stringContaining('plan.accepted differs at data.planHash: recorded "f00"'),
    });
  });

  it('takes every stream of the categories that decide, and no other', async () => {
    const streams: string[] = [];
    const summary = await replay({ kind: 'all' }, parts(), ({ stream }) => streams.push(stream));
    expect(streams.every((stream) => stream.startsWith('session-'))).toBe(true);
    expect(streams).toEqual([...streams].sort());
    expect(streams).toContain('session-shop-equal');
    expect(summary.streams).toBe(streams.length);
    expect(summary.decisions).toBe(
      summary.equal + summary.changed + summary.differing + summary.erased + summary.archived,
    );
  });

  it('takes the runs of a session with it', async () => {
    const stream = conversationOf('shop', 'with-runs', 'C-1');
    const request = recorded(
      {
        name: 'run.requested',
        data: {
          requestId: 'run-9',
          sessionId: 'with-runs',
          threadId: null,
          channel: 'web',
          messageId: null,
          purpose: 'respond',
          intentId: null,
          template: null,
          copy: 'greeting',
          follows: null,
          question: null,
          fallback: false,
          args: {},
          artifacts: 'toy',
          delivery: { locale: 'en', anchor: null, clears: null },
          overtakes: [],
          consent: null,
          replaces: null,
        },
      },
      stream,
      1,
    );
    await append(stream, [request], []);
    for (const other of ['run-shop-run-9', 'action-shop-run-9.a', 'action-shop-run-9.b', 'action-shop-run-99.a']) {
      const fact: Fact = {
        name: 'action.cancelled',
        data: { actionId: 'x', runId: 'run-9', stepId: 'a', origin: stepOrigin('a'), tool: 't', reason: 'r' },
      };
      await append(other, [recorded(fact, other, 1)], []);
    }
    const streams: string[] = [];
    await replay({ kind: 'session', session: 'with-runs' }, parts({ rules: todaysRules() }), (report) =>
      streams.push(report.stream),
    );
    expect(streams).toEqual([stream, 'run-shop-run-9', 'action-shop-run-9.a', 'action-shop-run-9.b']);
  });

  it('says so when there is nothing to replay', async () => {
    await expect(replay({ kind: 'run', run: 'never' }, parts(), () => undefined)).rejects.toThrow(
      'the log holds no run of that id',
    );
    await expect(replayStream('turn-shop-equal', parts())).rejects.toThrow('nothing is decided in turn-shop-equal');
  });
});
