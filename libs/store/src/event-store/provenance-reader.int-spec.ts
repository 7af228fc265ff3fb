import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  streamOf,
  stepOrigin,
  type ActionEnd,
  type ArtifactBundle,
  type EventData,
  type EventName,
  type Fact,
  type RecordedOf,
  type StreamPosition,
} from '@arbiter/contracts';
import type { Keyring } from '../sealing';
import { CUSTOMER, Laboratory } from '../testing/laboratory';
import { EventStore } from './event-store';
import type { WrittenEvent } from './append';
import { ProvenanceFacts } from './provenance-facts';
import { ProvenanceReader } from './provenance-reader';
import { RecentCommits } from './recent-commits';

const NOW = '2026-03-02T10:00:00.000Z';
const SESSION = streamOf('session', 'shop', 's-1');
const BUNDLE = { tenant: 'shop' } as ArtifactBundle;
const RUN = {
  sessionId: 's-1',
  threadId: null,
  channel: 'web',
  messageId: null,
  artifacts: 'bundle',
  delivery: { locale: 'en', anchor: null, clears: null },
  replaces: null,
};

describe('the facts that a step of a run is based on', () => {
  let laboratory: Laboratory;
  let store: EventStore;
  let keyring: Keyring;
  let queries: string[];
  let written: WrittenEvent[];
  /** answers of the log arrive once it resolves */
  let held: Promise<void> | undefined;
  const commits = new RecentCommits();
  let reader: ProvenanceReader;
  let sessionVersion = 0;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    const database = laboratory.database();
    keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'test');
    const { pool } = database;
    const watched = {
      ...database,
      pool: {
        query: async (query: { name: string }) => {
          queries.push(query.name);
          const found: unknown = await pool.query(query as never);
          await held;
          return found;
        },
      } as unknown as typeof pool,
    };
    reader = new ProvenanceReader({
      facts: new ProvenanceFacts(watched, store, commits),
      keyring,
      artifacts: { cached: () => BUNDLE, load: async () => BUNDLE },
      stepsBefore: (_, [stepId]) => (stepId === 'refund' ? ['lookup'] : []),
      slotsBefore: () => [],
      readsOfSweep: () => [],
      branchOf: (whole, branchId, reads, _, revisions) => {
        const planHash = revisions.at(-1)?.accepted.data.planHash ?? whole.data.planHash;
        const plan = { ...whole, data: { ...whole.data, requestId: branchId, planHash } };
        return { plan, branch: { plan: whole, object: 'o', reads, revisions } };
      },
    });
  });
  afterAll(() => laboratory.close());
  beforeEach(() => {
    queries = [];
    written = [];
  });

  async function write(
    stream: string,
    version: number,
    fact: Fact,
    source: StreamPosition | null = null,
  ): Promise<void> {
    const event = {
      ...fact,
      id: randomUUID(),
      app: 'test',
      stream,
      version,
      time: NOW,
      ...CUSTOMER,
      correlationId: 'x',
      causationId: null,
      source,
      traceParent: null,
    } as RecordedOf<EventName>;
    const { accepted, travelling } = await store.append([{ stream, events: [event], decisions: [], due: [], ui: [] }]);
    expect([...accepted]).toEqual([stream]);
    written.push(...travelling);
  }

  /** A run as router and planner write it; the plan names where its request stands. */
  async function planned(
    runId: string,
    name: 'plan.accepted' | 'plan.rejected' = 'plan.accepted',
    source?: StreamPosition,
    steps = 1,
  ): Promise<void> {
    sessionVersion += 1;
    const request: EventData<'run.requested'> = {
      ...RUN,
      requestId: runId,
      purpose: 'template',
      intentId: null,
      template: 'refund',
      copy: null,
      follows: null,
      question: null,
      fallback: false,
      args: { orderNumber: '1003' },
      overtakes: [],
      consent: { kind: 'clear', rule: 'r', requestId: runId },
    };
    await write(SESSION, sessionVersion, { name: 'run.requested', data: request });
    const plan: EventData<'plan.accepted'>['plan'] = {
      intentId: null,
      template: 'refund',
      templateVersion: '1.0.0',
      scope: null,
      steps: Array.from({ length: steps }, (_, index) => ({
        id: index === 0 ? 'refund' : `refund${index}`,
        type: 'tool_call' as const,
        title: 'R',
        dependsOn: [],
        optional: false,
        tool: 'shop.refund.create',
      })),
    };
    const fact: Fact =
      name === 'plan.accepted'
        ? { name, data: { ...RUN, requestId: runId, planHash: 'h', plan, fallback: false, args: request.args } }
        : { name, data: { ...RUN, requestId: runId, reason: 'r', detail: 'd' } };
    await write(streamOf('plan', 'shop', runId), 1, fact, source ?? { stream: SESSION, version: sessionVersion });
  }
  const ends = (runId: string, stepId: string): Fact => ({
    name: 'action.succeeded',
    data: {
      actionId: `${runId}.${stepId}`,
      runId,
      stepId,
      origin: stepOrigin(stepId),
      tool: 't',
      attempt: 1,
      checks: null,
      result: { total: 20 },
      recovered: false,
      completedAt: NOW,
    },
  });
  const read = (runId: string, stepId = 'lookup') => reader.read('shop', { runId, stepIds: [stepId] });

  it('is the plan, the request it was made upon, and the artifacts of both, in one question', async () => {
    await planned('r1');
    const found = await read('r1');
    expect(found).toMatchObject({
      plan: { data: { planHash: 'h', args: { orderNumber: '1003' } } },
      request: { stream: SESSION, data: { requestId: 'r1', consent: { kind: 'clear' } } },
      ends: [],
    });
    expect(found!.artifacts).toBe(BUNDLE);
    expect(queries).toEqual(['provenance-origins']);
  });

  it('is asked for once a run, and for all runs of one moment together', async () => {
    await planned('r2');
    await planned('r3');
    await Promise.all([read('r2'), read('r3'), read('r2')]);
    await read('r3');
    expect(queries).toEqual(['provenance-origins']);
  });

  it('is read once by those who want it at the same time, in whichever tick they ask (3)', async () => {
    await planned('ahead');
    const ahead = reader.readAhead(streamOf('plan', 'shop', 'ahead'));
    await new Promise(setImmediate);
    expect(queries).toEqual(['provenance-origins']);
    expect(await read('ahead')).toMatchObject({
      plan: { data: { planHash: 'h' } },
      request: { data: { requestId: 'ahead' } },
    });
    await ahead;
    await read('ahead');
    expect(queries).toEqual(['provenance-origins']);
  });

  it('is looked for again by those who shared a reading from before it was there (3)', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const ahead = reader.readAhead(streamOf('plan', 'shop', 'later'));
    await delay(50);
    await planned('later');
    const sharing = read('later');
    resolve();
    await ahead;
    expect(await sharing).toMatchObject({ request: { data: { requestId: 'later' } } });
    expect(await read('later')).toMatchObject({ request: { data: { requestId: 'later' } } });
    expect(queries).toEqual(['provenance-origins', 'provenance-origins']);
  });

  it('is read again once so many steps of other runs were read since that they take its place, also those of one', async () => {
    await planned('long1', 'plan.accepted', undefined, 3_500);
    await planned('long2', 'plan.accepted', undefined, 2_000);
    await planned('longer', 'plan.accepted', undefined, 7_000);
    for (const runId of ['long1', 'long2', 'long1', 'longer', 'longer', 'long2']) await read(runId);
    expect(queries).toEqual(['provenance-origins', 'provenance-origins', 'provenance-origins', 'provenance-origins']);
  });

  it('is what this process has just committed without a question, and the same as the log says (1)', async () => {
    await planned('here');
    const [request, plan] = written;
    const fromLog = await store.readAll([SESSION, plan!.stream]);
    commits.note(written);
    const found = await read('here');
    expect(queries).toEqual([]);
    expect(found!.plan).toEqual(fromLog.find(({ id }) => id === plan!.id));
    expect(found!.request).toEqual(fromLog.find(({ id }) => id === request!.id));
    await planned('elsewhere');
    commits.note(written.filter(({ name }) => name === 'plan.accepted'));
    expect(await read('elsewhere')).toMatchObject({ request: { data: { requestId: 'elsewhere' } } });
    expect(queries).toEqual(['provenance-origins']);
  });

  it('tells how earlier actions ended, and looks again for one that has not', async () => {
    await planned('r4');
    const action = streamOf('action', 'shop', 'r4.lookup');
    expect((await read('r4', 'refund'))!.ends).toEqual([]);
    await write(action, 1, {
      name: 'action.approved',
      data: {
        actionId: 'r4.lookup',
        runId: 'r4',
        stepId: 'lookup',
        origin: stepOrigin('lookup'),
        tool: 't',
        requestId: 'x',
      },
    });
    expect((await read('r4', 'refund'))!.ends).toEqual([]);
    await write(action, 2, ends('r4', 'lookup'));
    expect((await read('r4', 'refund'))!.ends).toMatchObject([
      { stream: action, version: 2, data: { result: { total: 20 } } },
    ]);
    queries = [];
    await read('r4', 'refund');
    expect(queries).toEqual([]);
  });

  it('finds the end of an action in whichever stream of its run it stands, and in no other run', async () => {
    await planned('r10');
    await write(streamOf('action', 'shop', 'r101.1'), 1, ends('r101', 'lookup'));
    expect((await read('r10', 'refund'))!.ends).toEqual([]);
    await write(streamOf('action', 'shop', 'r10.1'), 1, ends('r10', 'first'));
    await write(streamOf('action', 'shop', 'r10.1'), 2, ends('r10', 'lookup'));
    expect((await read('r10', 'refund'))!.ends).toMatchObject([
      { stream: 'action-shop-r10.1', version: 2, data: { stepId: 'lookup' } },
    ]);
  });

  const READ = {
    allowed: true,
    rule: 'reads',
    reasons: [],
    riskClass: 'read' as const,
    consent: null,
    policyVersion: '1',
  };

  it('finds the ends of reads that one fact tells of, those of the steps before and no others', async () => {
    await planned('r12');
    const end = (stepId: string) => ({ stepId, tool: 't', attempt: 1, checks: READ, code: null });
    await write(streamOf('action', 'shop', 'r12.1'), 1, {
      name: 'segment.ended',
      data: {
        segmentId: 'r12.1',
        runId: 'r12',
        ends: [end('first'), end('lookup')],
        brought: { first: { total: 1 }, lookup: { total: 20 } },
        completedAt: NOW,
      },
    });
    expect((await read('r12', 'refund'))!.ends).toMatchObject([
      {
        name: 'action.succeeded',
        stream: 'action-shop-r12.1',
        version: 1,
        data: { stepId: 'lookup', result: { total: 20 } },
      },
    ]);
  });

  it('needs no question about an end that was committed here', async () => {
    await planned('r9');
    await read('r9');
    queries = [];
    reader.note({
      ...ends('r9', 'lookup'),
      ...CUSTOMER,
      stream: streamOf('action', 'shop', 'r9.lookup'),
      version: 1,
    } as ActionEnd);
    expect((await read('r9', 'refund'))!.ends).toMatchObject([{ data: { result: { total: 20 } } }]);
    expect(queries).toEqual([]);
  });

  it('is nothing where no plan was accepted, or its request is not in the log, and is looked for again', async () => {
    expect(await read('r5')).toBeNull();
    await planned('r5');
    expect(await read('r5')).not.toBeNull();
    await planned('r6', 'plan.rejected');
    expect(await read('r6')).toBeNull();
    await planned('r7', 'plan.accepted', { stream: SESSION, version: 999 });
    expect(await read('r7')).toBeNull();
  });

  it('of a branch has the revisions up to the plan that is named, each with the failure it was made upon, read once (PL-18)', async () => {
    await planned('r11');
    const branch = 'r11~a';
    const revised = (revision: number, stepId: string): Fact => ({
      name: 'revision.accepted',
      data: {
        requestId: branch,
        revision,
        planHash: `h${revision}`,
        plan: {
          intentId: null,
          template: 't',
          templateVersion: '1.0.0',
          scope: null,
          steps: [{ id: 's', type: 'tool_call', title: 'S', dependsOn: [], optional: false, tool: 't.s' }],
        },
        stepId,
        code: 'c',
        drawnUp: {
          planKey: '0'.repeat(64),
          cache: 'hit',
          proposal: { over: 'o', where: 'true', steps: [{ id: 's', tool: 't', args: {} }] },
        },
      },
    });
    const stream = streamOf('plan', 'shop', branch);
    await write(stream, 1, revised(1, 'look'));
    await write(stream, 2, revised(2, 'note'));
    await write(streamOf('action', 'shop', `${branch}.look`), 1, ends(branch, 'look'));
    const revisionsOf = async (planHash?: string) => {
      const found = await reader.read('shop', { runId: branch, stepIds: ['x'], ...(planHash && { planHash }) });
      return found!.branch!.revisions.map(({ accepted, failure }) => [accepted.version, failure?.data.stepId ?? null]);
    };
    expect(await revisionsOf('h')).toEqual([]);
    expect(await revisionsOf('h1')).toEqual([[1, 'look']]);
    expect(await revisionsOf('h2')).toEqual([
      [1, 'look'],
      [2, null],
    ]);
    expect(await revisionsOf()).toHaveLength(2);
    expect(await revisionsOf('other')).toEqual([]);
    queries = [];
    await revisionsOf('h1');
    expect(queries).toEqual([]);
  });

  it('does not survive an erasure: what was personal reads as erased (CX-08)', async () => {
    await planned('r8-here');
    commits.note(written);
    await planned('r8');
    for (const run of ['r8', 'r8-here']) expect((await read(run))!.plan.data.args).toEqual({ orderNumber: '1003' });
    await keyring.erase(CUSTOMER);
    for (const run of ['r8', 'r8-here']) expect((await read(run))!.plan.data.args).toEqual({});
  });
});
