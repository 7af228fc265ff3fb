import type { ArbiterError, Provenance, RecordedOf } from '@arbiter/contracts';
import { Laboratory, submitted } from '../testing/laboratory';
import { noteDecider, type Notes } from '../testing/note-decider';
import type { ShellDefinition } from './definition';
import type { Shell } from './shell';
import { reactTo } from './subscription';

const streamOf = (name: string) => `session-shop-${name}`;
const note = (shell: Shell<Notes>, stream: string, requestId: string) =>
  shell.submit(stream, { name: 'note', requestId } as never, submitted('turn-shop-x', 1, requestId));

describe('the shell', () => {
  let laboratory: Laboratory;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
  });
  afterAll(() => laboratory.close());

  const runsIn = async (store: { read: Awaited<ReturnType<Laboratory['noteShell']>>['store']['read'] }, stream: string) =>
    (await store.read([{ stream, after: 0 }])).get(stream)!.map((event) => (event.data as { requestId: string }).requestId);

  it('takes what gathers while a batch is written as one batch, each stream in order (1)', async () => {
    const { shell, store } = await laboratory.noteShell();
    await Promise.all(Array.from({ length: 300 }, (_, index) => note(shell, streamOf(`many-${index % 3}`), `r${index}`)));
    expect(await runsIn(store, streamOf('many-1'))).toEqual(Array.from({ length: 100 }, (_, index) => `r${index * 3 + 1}`));
  });

  it('decides a stream again after another replica was faster, and tears nothing (3)', async () => {
    const first = await laboratory.noteShell();
    const second = await laboratory.noteShell();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => note(index % 2 ? first.shell : second.shell, streamOf('contended'), `r${index}`)),
    );
    const runs = await runsIn(first.store, streamOf('contended'));
    expect([...runs].sort()).toEqual(Array.from({ length: 40 }, (_, index) => `r${index}`).sort());
  });

  it('ignores an input only upon the newest state, whichever replica wrote it (6)', async () => {
    const decide: (typeof noteDecider)['decide'] = (state, input, context) =>
      'requestId' in input && input.requestId === 'after' && !state.runs.includes('before') ? { ignored: 'too_early' } : noteDecider.decide(state, input, context);
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
      plan: { stream: 'plan-shop-r', version: 1 }, request: { stream: 'session-shop-r', version: 7 }, artifacts: {}, ends: [{ stream: 'action-shop-r.a', version: 2 }],
    } as unknown as Provenance;
    const seen: unknown[] = [];
    let refusals = 2;
    const { shell, store } = await laboratory.noteShell({
      decider: {
        ...noteDecider, provenance: () => ({ runId: 'r', stepId: 'b' }),
        decide: (state, input, context) => (seen.push(context.provenance), noteDecider.decide(state, input as never, context)),
      } as ShellDefinition<Notes>['decider'],
      provenanceOf: async (tenant, { runId, stepId }) => {
        if (refusals-- > 0) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        return tenant === 'shop' && `${runId}.${stepId}` === 'r.b' ? provenance : null;
      },
    });
    await note(shell, streamOf('grounded'), 'r1');
    expect(seen).toEqual([provenance]);
    const [stored] = await store.readDecisions(streamOf('grounded'));
    expect(JSON.parse(stored!.decision!)).toMatchObject({
      read: [{ stream: 'plan-shop-r', version: 1 }, { stream: 'session-shop-r', version: 7 }, { stream: 'action-shop-r.a', version: 2 }],
    });
  });

  it('sets aside the one input whose fact cannot be stored; its batch stands (4)', async () => {
    const { shell, store } = await laboratory.noteShell();
    await Promise.all(['r1', 'invalid', 'r2'].map((requestId) => note(shell, streamOf(`data-${requestId}`), requestId)));
    expect(await runsIn(store, streamOf('data-r1'))).toEqual(['r1']);
    expect(await runsIn(store, streamOf('data-r2'))).toEqual(['r2']);
    const [skipped] = (await store.read([{ stream: streamOf('data-invalid'), after: 0 }])).get(streamOf('data-invalid'))!;
    expect(skipped!.name).toBe('turn.skipped');
    expect(laboratory.buried.some((cause) => cause.includes('requestId'))).toBe(true);
  });

  it('fails only the stream that Postgres itself refuses (4)', async () => {
    const { shell, store } = await laboratory.noteShell();
    const outcomes = await Promise.allSettled(['good-1', 'b\u0000d', 'good-2'].map((name) => note(shell, streamOf(name), 'r')));
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
    const onRunSubmitted = reactTo('run.submitted', { streams: () => [streamOf('feed')], ordered: true });
    const { shell, store } = await laboratory.noteShell({ reactions: [onRunSubmitted] });
    const feed = 'turn-shop-feed';
    const events = ['a', 'b', 'c', 'd'].map((requestId, index) => submitted(feed, index + 1, requestId));
    await store.append([{ stream: feed, events, decisions: [], due: [], ui: [] }]);
    const deliver = (event: RecordedOf<'run.submitted'>) =>
      new Promise<void>((done, failed: (error: ArbiterError) => void) => {
        shell.enqueue(streamOf('feed'), { kind: 'event', event, reaction: onRunSubmitted, wire: {} as never, bytes: 1, done, failed });
      });
    await deliver(events[2]!);
    await deliver(events[0]!);
    await Promise.all([deliver(events[3]!), deliver(events[3]!), deliver(events[1]!)]);
    expect(await runsIn(store, streamOf('feed'))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('ignores a redelivery at any later time, from the folded state alone', async () => {
    const onRunSubmitted = reactTo('run.submitted', { streams: () => [streamOf('late')], ordered: true });
    const first = await laboratory.noteShell({ reactions: [onRunSubmitted] });
    const event = submitted('turn-shop-late', 1, 'a');
    await first.store.append([{ stream: event.stream, events: [event], decisions: [], due: [], ui: [] }]);
    const deliver = (shell: Shell<Notes>) =>
      new Promise<void>((done, failed) => shell.enqueue(streamOf('late'), { kind: 'event', event, reaction: onRunSubmitted, wire: {} as never, bytes: 1, done, failed }));
    await deliver(first.shell);
    const restarted = await laboratory.noteShell({ reactions: [onRunSubmitted] });
    await deliver(restarted.shell);
    expect(await runsIn(first.store, streamOf('late'))).toEqual(['a']);
  });

  it('clears a timer that found nothing to do', async () => {
    const { shell, database } = await laboratory.noteShell();
    await note(shell, streamOf('timer'), 'timer');
    const timers = () => database.query.selectFrom('due').selectAll().where('stream_id', '=', streamOf('timer')).execute();
    expect(await timers()).toHaveLength(1);
    await shell.submit(streamOf('timer'), { name: 'due', key: 'ring' } as never, null);
    expect(await timers()).toHaveLength(0);
  });
});
