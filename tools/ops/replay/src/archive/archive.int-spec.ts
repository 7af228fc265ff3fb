import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  FIRST_PLACE,
  isIgnored,
  streamOf,
  stepOrigin,
  type ArtifactBundle,
  type Fact,
  type EventName,
  type RecordedOf,
} from '@arbiter/contracts';
import { activateArtifacts, bundleHash, loadTenant } from '@arbiter/artifacts';
import { planDecider } from '@arbiter/domain';
import { writeDecision } from '@arbiter/runtime';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { EventStore, Keyring, grantLogins, openDatabase, type Database } from '@arbiter/store';
import { Projector, readModels } from '@arbiter/views';
import { bumpGeneration } from '../generation';
import { rebuild } from '../projections/rebuild';
import { replay } from '../replay/replay';
import { selectStreams } from '../replay/select-streams';
import { todaysRules } from '../replay/rules';
import type { StreamReport } from '../replay/replay-report';
import { archive } from './archive';
import { ArchivedStreams } from './archived-streams';
import { Manifest } from './manifest';
import { readArchiveOptions } from './options';

const NOW = '2026-03-02T10:00:00.000Z';
const CUSTOMER = { tenant: 'shop', customerId: 'C-1' };
const CHECKS = { allowed: true, rule: 'r', reasons: [], riskClass: null, consent: null, policyVersion: '1' };
const LATER = new Date(Date.now() + 86_400_000);

type Event = RecordedOf<EventName>;

describe('the archive', () => {
  let stack: Stack;
  let database: Database;
  let executor: Database;
  let store: EventStore;
  let keyring: Keyring;
  let bundle: ArtifactBundle;
  let hash: string;
  const rules = todaysRules();

  beforeAll(async () => {
    stack = await startThrowawayStack();
    await grantLogins(stack.postgres.url, [{ role: 'arbiter_executor', login: 'login_executor', password: 'secret' }]);
    database = openDatabase(stack.postgres.url, 'test', 6);
    const url = new URL(stack.postgres.url);
    [url.username, url.password] = ['login_executor', 'secret'];
    executor = openDatabase(url.href, 'test', 2);
    keyring = new Keyring(database, [randomBytes(32)]);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'test');
    bundle = loadTenant(resolve(__dirname, '../../../../../deploy/tenants/shop'));
    hash = bundleHash(bundle);
    await activateArtifacts(stack.postgres.url, bundle, hash, NOW);
  });
  afterAll(async () => {
    await Promise.all([database?.close(), executor?.close()]);
    await stack?.stop();
  });

  const folder = () => mkdtempSync(join(tmpdir(), 'arbiter-archived-'));
  const recorded = (fact: Fact, stream: string, version: number, cause: Event | null = null) =>
    ({
      ...fact,
      id: randomUUID(),
      app: 'test',
      stream,
      version,
      time: NOW,
      ...CUSTOMER,
      correlationId: 'x',
      causationId: cause?.id ?? null,
      source: cause && { stream: cause.stream, version: cause.version },
      traceParent: null,
    }) as Event;
  const append = async (stream: string, events: readonly Event[], decisions: readonly (string | null)[] = []) => {
    const { outboxId } = await store.append([{ stream, events, decisions, due: [], ui: [] }]);
    await database.pool.query('delete from outbox where id = $1', [outboxId]);
  };

  /**
   * A run as the services write it: asked for in its conversation, planned by the planner's own rules, with one action;
   * then its end.
   */
  async function run(id: string, isEnded = true): Promise<void> {
    const request = recorded(
      {
        name: 'run.requested',
        data: {
          requestId: id,
          sessionId: 's',
          threadId: id,
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
      streamOf('session', 'shop', `of-${id}`),
      1,
    );
    await append(request.stream, [request]);
    const plan = streamOf('plan', 'shop', id);
    const decision = planDecider.decide(planDecider.initial(), request as never, {
      now: NOW,
      stream: plan,
      ...CUSTOMER,
      artifacts: bundle,
      artifactsHash: hash,
    });
    if (isIgnored(decision)) throw new Error('ignored');
    const [accepted] = decision.map((fact) => recorded(fact, plan, 1, request));
    await append(
      plan,
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
    const action = streamOf('action', 'shop', `${id}.a`);
    await append(action, [
      recorded(
        {
          name: 'action.denied',
          data: {
            actionId: `${id}.a`,
            runId: id,
            stepId: 'a',
            origin: stepOrigin('a'),
            tool: 't',
            checks: CHECKS,
            code: 'c',
            reason: 'r',
          },
        },
        action,
        1,
      ),
    ]);
    const own = streamOf('run', 'shop', id);
    const opened = {
      runId: id,
      sessionId: 's',
      threadId: null,
      channel: 'web',
      messageId: null,
      artifacts: hash,
      delivery: { locale: 'en', anchor: null, clears: null },
      replaces: null,
      openedAt: NOW,
    };
    await append(own, [recorded({ name: 'run.opened', data: opened } as Fact, own, 1)]);
    if (isEnded) await endRun(id);
  }
  const endRun = (id: string) => {
    const own = streamOf('run', 'shop', id);
    const data = {
      runId: id,
      sessionId: 's',
      threadId: null,
      channel: 'web',
      messageId: null,
      status: 'ok',
      code: null,
      header: { steps: [] },
      reply: 'a secret reply',
      question: null,
      followers: [],
      fallback: false,
      locale: 'en',
      anchor: null,
      isDone: false,
      startedAt: NOW,
      completedAt: NOW,
    };
    return append(own, [recorded({ name: 'run.completed', data } as Fact, own, 2)]);
  };
  async function foldAll(): Promise<void> {
    const projector = new Projector(database, readModels());
    for (let round = 0; round < 100 && (await projector.round()).events > 0; round += 1);
  }
  const archiveInto = async (target: string, runsAtOnce = 2) => {
    await foldAll();
    return archive(LATER, { database, folder: target, tell: () => undefined, runsAtOnce });
  };
  async function replayed(archived?: ArchivedStreams): Promise<readonly StreamReport[]> {
    const reports: StreamReport[] = [];
    const parts = {
      database,
      sealer: keyring,
      rules,
      artifacts: async () => bundle,
      ...(archived ? { archive: archived } : {}),
    };
    await replay({ kind: 'all' }, parts, (report) => reports.push(report));
    return reports.toSorted((one, other) => (one.stream < other.stream ? -1 : 1));
  }
  const streams = async () =>
    (
      await database.pool.query<{ stream_id: string }>(
        "select distinct stream_id from event where stream_id !~ '^(session|artifact)' order by 1",
      )
    ).rows.map(({ stream_id }) => stream_id);

  it('takes whole runs that have ended out of the log, and replays from its files as the log did', async () => {
    for (const id of ['r1', 'r2', 'r3']) await run(id);
    await run('open', false);
    const before = await replayed();
    const { rows } = await database.pool.query<{ envelope: string }>(
      "select whole_envelope(event) as envelope from event where stream_id like '%-shop-r%' order by stream_id, version",
    );
    const target = folder();
    expect(await archiveInto(target)).toMatchObject({ runs: 3, streams: 9, facts: 12, files: 2, finished: 0 });
    expect(await streams()).toEqual(['action-shop-open.a', 'plan-shop-open', 'run-shop-open']);

    const manifest = await Manifest.open(target);
    expect(await manifest.verify(() => undefined)).toEqual({ files: 2, streams: 9, facts: 12 });
    const archived = await ArchivedStreams.open(manifest);
    const kept = await Promise.all(archived.of(['action', 'plan', 'run']).map((stream) => archived.facts(stream)));
    expect(kept.flat().map(({ envelope }) => envelope)).toEqual(rows.map(({ envelope }) => envelope));
    expect(JSON.stringify(kept)).not.toContain('a secret reply');
    expect(await replayed(archived)).toEqual(before);
    expect(
      (await replayed(archived))
        .flatMap(({ decisions }) => decisions)
        .filter(({ verdict, stream }) => verdict === 'equal' && stream.startsWith('plan-shop-r')),
    ).toHaveLength(3);
  });

  it('leaves a tombstone: nothing is appended to such a stream, and the other streams of a batch are', async () => {
    const late = (stream: string, version: number) => ({
      stream,
      events: [
        recorded(
          {
            name: 'action.cancelled',
            data: { actionId: 'x', runId: 'r1', stepId: 'a', origin: stepOrigin('a'), tool: 't', reason: 'r' },
          },
          stream,
          version,
        ),
      ],
      decisions: [],
      due: [],
      ui: [],
    });
    const byService = new EventStore(executor, keyring, 'executor');
    for (const version of [1, 2, 3])
      await expect(byService.append([late('run-shop-r1', version)])).rejects.toMatchObject({
        code: '23000',
        message: expect.stringContaining('run-shop-r1 has ended and is archived'),
      });
    expect((await byService.append([late('run-shop-other', 1)])).accepted.size).toBe(1);
    await expect(
      executor.pool.query('insert into archived_stream values ($1, 1, $2)', ['run-shop-other', 'f']),
    ).rejects.toThrow(/permission denied/);
    await expect(database.pool.query('delete from archived_stream')).rejects.toThrow(/append-only/);
  });

  it('meets an append that was on its way: it waits for the tombstone, and is refused', async () => {
    const byService = new EventStore(executor, keyring, 'executor');
    const client = await database.pool.connect();
    try {
      await client.query('begin; set local role arbiter_archiver; lock table event in share row exclusive mode');
      await client.query("insert into archived_stream values ('run-shop-racing', 1, 'f', now(), true)");
      const stream = 'run-shop-racing';
      const late = byService.append([
        {
          stream,
          events: [
            recorded(
              {
                name: 'action.cancelled',
                data: { actionId: 'x', runId: 'r1', stepId: 'a', origin: stepOrigin('a'), tool: 't', reason: 'r' },
              },
              stream,
              2,
            ),
          ],
          decisions: [],
          due: [],
          ui: [],
        },
      ]);
      const refused = expect(late).rejects.toMatchObject({ code: '23000' });
      const isWaiting = async () =>
        ((await database.pool.query("select from pg_locks where not granted and relation = 'event'::regclass"))
          .rowCount ?? 0) > 0;
      for (let attempt = 0; attempt < 500 && !(await isWaiting()); attempt += 1) await delay(10);
      expect(await isWaiting()).toBe(true);
      await client.query('commit');
      await refused;
    } finally {
      client.release(true);
    }
  });

  it('lets no login remove facts without a tombstone from the log, not even the archiver', async () => {
    await expect(database.pool.query("delete from event where stream_id = 'run-shop-open'")).rejects.toThrow(
      /append-only/,
    );
    const client = await database.pool.connect();
    try {
      await client.query('set role arbiter_archiver');
      expect((await client.query("delete from event where stream_id = 'run-shop-open'")).rowCount).toBe(0);
      await expect(client.query('truncate event')).rejects.toThrow(/permission denied/);
      await expect(client.query("update event set type = 'x'")).rejects.toThrow(/permission denied/);
    } finally {
      client.release(true);
    }
  });

  it('leaves a run whose timer, outbox row or action is open, and one that ended too late', async () => {
    for (const id of ['timer', 'outbox', 'action']) await run(id);
    await database.pool.query(
      "insert into due (stream_id, key, category, due_at) values ('run-shop-timer', 'k', 'run', now())",
    );
    await database.pool.query(
      "insert into outbox (id, app, streams, from_versions, to_versions) values ($1, 'a', '{plan-shop-outbox}', '{1}', '{1}')",
      [randomUUID()],
    );
    const action = streamOf('action', 'shop', 'action.b');
    await append(action, [
      recorded(
        {
          name: 'action.approved',
          data: {
            actionId: 'action.b',
            runId: 'action',
            stepId: 'b',
            origin: stepOrigin('b'),
            tool: 't',
            requestId: 'q',
          },
        },
        action,
        1,
      ),
    ]);
    expect(await archiveInto(folder())).toMatchObject({ runs: 0, facts: 0, files: 0 });
    await database.pool.query('delete from due');
    await database.pool.query('delete from outbox');
    expect(
      await archive(new Date(Date.now() - 3_600_000), { database, folder: folder(), tell: () => undefined }),
    ).toMatchObject({ runs: 0 });
    expect(await archiveInto(folder())).toMatchObject({ runs: 2 });
  });

  it('can be run again wherever it was ended: before the tombstones, and between them and the removal', async () => {
    await run('killed');
    const target = folder();
    await database.pool.query('revoke insert on archived_stream from arbiter_archiver');
    await expect(archiveInto(target)).rejects.toThrow(/permission denied/);
    expect(await streams()).toContain('run-shop-killed');
    await database.pool.query('grant insert on archived_stream to arbiter_archiver');
    await database.pool.query('revoke delete on snapshot from arbiter_archiver');
    await expect(archiveInto(target)).rejects.toThrow(/permission denied/);
    expect(await streams()).toContain('run-shop-killed');
    await database.pool.query('grant delete on snapshot to arbiter_archiver');
    await expect(archiveInto(folder())).rejects.toThrow(/was begun in another folder/);
    expect(await archiveInto(target)).toMatchObject({ runs: 0, finished: 4 });
    expect(await streams()).not.toContain('run-shop-killed');
    const archived = await ArchivedStreams.open(await Manifest.open(target));
    expect(await archived.facts('run-shop-killed')).toHaveLength(2);
  });

  it('takes nothing out of the log that a read model has not taken in', async () => {
    await run('unfolded');
    await expect(archive(LATER, { database, folder: folder(), tell: () => undefined })).rejects.toThrow(
      /have not taken in what is to be archived: action_history, approvals, plan_history, playbook_runs, playbook_verdicts, run_history/,
    );
  });

  it('is told from one that was changed, byte by byte', async () => {
    const target = folder();
    await archiveInto(target);
    const name = readdirSync(target).find((file) => file.endsWith('.gz'))!;
    const bytes = readFileSync(join(target, name));
    bytes[bytes.length - 9]! ^= 1;
    writeFileSync(join(target, name), bytes);
    await expect((await Manifest.open(target)).verify(() => undefined)).rejects.toThrow(
      `${name} is not the file that was written`,
    );
    await expect(Manifest.open(folder())).rejects.toThrow(/holds no manifest.json/);
  });

  it('leaves a log whose read models can be made again, also after a restore', async () => {
    await run('left');
    await foldAll();
    const { before, after, lost } = await rebuild(database, readModels(), () => undefined);
    expect([before.get('run_history')! > 3, after.get('run_history'), lost]).toEqual([true, 3, []]);
    const projector = new Projector(database, readModels());
    await projector.round();
    await database.pool.query(
      "insert into run_history select 'taken-back', tenant, session_id, thread_id, channel, message_id, intent_id, template, plan_hash, artifacts, status, code, header, question, fallback, started_at, completed_at, opened_on from run_history where run_id = 'left'",
    );
    const { rows } = await database.pool.query<{ generation: number }>('select generation from generation');
    expect(await bumpGeneration(database)).toBe(rows[0]!.generation + 1);
    for (let round = 0; round < 100 && (await projector.round()).more; round += 1);
    expect(
      (await database.pool.query<{ run_id: string }>('select run_id from run_history order by 1')).rows.map(
        ({ run_id }) => run_id,
      ),
    ).toEqual(['action', 'left', 'open']);
  });

  it('is asked for in two ways', () => {
    const now = Date.parse('2026-03-20T10:00:00Z');
    expect(readArchiveOptions(['--before', '2026-03-12', '--to', '/kept'], now)).toEqual({
      kind: 'archive',
      before: new Date('2026-03-12T00:00:00Z'),
      folder: '/kept',
    });
    expect(readArchiveOptions(['--verify', '/kept'], now)).toEqual({ kind: 'verify', folder: '/kept' });
    expect(() => readArchiveOptions(['--before', '2026-03-13'], now)).toThrow(
      '--before may be 2026-03-12 at the latest',
    );
    for (const wrong of [
      [],
      ['--before', 'yesterday'],
      ['--before', '2026-02-31x'],
      ['--before', '2026-01-01', '--verify', 'x'],
      ['--verify', 'x', '--to', 'y'],
    ])
      expect(() => readArchiveOptions(wrong, now)).toThrow(/npm run archive/);
  });

  it("takes the branches of a playbook's run with it, once all of them have ended", async () => {
    await run('sweep');
    const [branch, action] = ['run-shop-sweep~ab12', 'action-shop-sweep~ab12.contact'];
    const of = { runId: 'sweep', stepId: 'sweep', object: 'INV-1' };
    const identity = { runId: 'sweep~ab12', sessionId: 's', threadId: null, channel: 'playbook', messageId: null };
    const opened = {
      ...identity,
      artifacts: hash,
      delivery: { locale: 'en', anchor: null, clears: null },
      replaces: null,
      branch: of,
      openedAt: NOW,
    };
    await append(branch, [recorded({ name: 'run.opened', data: opened } as Fact, branch, 1)]);
    const denied = {
      actionId: 'sweep~ab12.contact',
      runId: 'sweep~ab12',
      stepId: 'contact',
      origin: stepOrigin('contact'),
      tool: 't',
    };
    const data = { ...denied, checks: CHECKS, code: 'c', reason: 'r' };
    await append(action, [recorded({ name: 'action.denied', data } as Fact, action, 1)]);
    const left = async () => (await streams()).filter((stream) => stream.includes('sweep'));
    await archiveInto(folder());
    expect(await left()).toEqual(
      [action, 'action-shop-sweep.a', 'plan-shop-sweep', 'run-shop-sweep', branch].toSorted(),
    );

    const end = {
      runId: 'sweep~ab12',
      branch: of,
      status: 'failed',
      code: 'c',
      reason: 'r',
      touched: false,
      actions: 0,
    };
    const completed = { ...end, startedAt: NOW, completedAt: NOW };
    await append(branch, [recorded({ name: 'branch.completed', data: completed } as Fact, branch, 2)]);
    await archiveInto(folder());
    expect(await left()).toEqual([]);
  });

  it('takes the agents of a run and of its branches with it, once all of them have ended (EX-10)', async () => {
    await run('worked');
    const agents = ['worked.find', 'worked~ab12.find'].map((key) => streamOf('agent', 'shop', key));
    const [own, ofBranch] = agents as [string, string];
    const pausing = (agent: string) =>
      recorded({ name: 'agent.pausing', data: { runId: 'worked', stepId: 'find', at: NOW } }, agent, 1);
    const end = {
      runId: 'worked',
      stepId: 'find',
      place: FIRST_PLACE,
      end: 'answered',
      code: null,
      words: 'a secret answer',
      calls: [],
      asks: 1,
      spent: { refusals: 0, tokens: 0, milliseconds: 0 },
      at: NOW,
    };
    const ended = (agent: string) => recorded({ name: 'agent.completed', data: end } as Fact, agent, 2);
    const left = async () => (await streams()).filter((stream) => stream.includes('worked'));
    for (const agent of agents) await append(agent, [pausing(agent)]);
    await append(own, [ended(own)]);
    await archiveInto(folder());
    expect(await left()).toEqual(['action-shop-worked.a', own, ofBranch, 'plan-shop-worked', 'run-shop-worked']);

    await append(ofBranch, [ended(ofBranch)]);
    const target = folder();
    await archiveInto(target);
    expect(await left()).toEqual([]);
    const archived = await ArchivedStreams.open(await Manifest.open(target));
    expect(archived.of(['agent'])).toEqual(agents);
    const places = { database, archive: archived };
    const [selected] = await Array.fromAsync(selectStreams({ kind: 'run', run: 'worked' }, [], places));
    expect(selected).toEqual(['plan-shop-worked', 'run-shop-worked', own, 'action-shop-worked.a']);
  });

  it('takes a run whose reads ended together', async () => {
    await run('looked', false);
    const reads = streamOf('action', 'shop', 'looked.1');
    const ends = [{ stepId: 'b', tool: 't', attempt: 1, checks: CHECKS, code: null }];
    const data = { segmentId: 'looked.1', runId: 'looked', ends, brought: { b: 'found' }, completedAt: NOW };
    await append(reads, [recorded({ name: 'segment.ended', data }, reads, 1)]);
    await endRun('looked');
    expect(await archiveInto(folder())).toMatchObject({ runs: 1, streams: 4 });
    expect((await streams()).filter((stream) => stream.includes('looked'))).toEqual([]);
  });
});
