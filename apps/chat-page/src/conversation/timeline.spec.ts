import type { RunView, ThreadView, TurnView } from '@arbiter/contracts';
import { EMPTY, isFromElsewhere, withEvent, withPage, type Conversation } from './conversation';
import { acceptedRun } from '@arbiter/contracts/run-view';
import type { Outgoing } from './unsent-messages';
import { timelineOf } from './timeline';

const turn = (id: string, receivedAt: string): TurnView => ({
  messageId: `m${id}`,
  requestId: `r${id}`,
  text: `text ${id}`,
  channel: 'console',
  answerTo: null,
  receivedAt,
});
const run = (id: string, changes: Partial<RunView>): RunView => ({
  ...acceptedRun(`r${id}`, 's'),
  messageId: `m${id}`,
  status: 'ok',
  lastEventId: 9,
  ...changes,
});
const ended = (id: string, startedAt: string, endedAt: string, changes: Partial<RunView> = {}): RunView =>
  run(id, { startedAt, endedAt, repliedAt: endedAt, reply: `reply ${id}`, isDone: true, ...changes });
const of = (turns: readonly TurnView[], runs: readonly RunView[]): Conversation =>
  withPage(EMPTY, { turns, runs, before: null }, false);
const ids = (conversation: Conversation, outbox: readonly Outgoing[] = []) =>
  timelineOf(conversation, outbox).map(({ id }) => id);
const marks = (conversation: Conversation, outbox: readonly Outgoing[] = []) =>
  timelineOf(conversation, outbox).flatMap((item) => (item.kind === 'turn' ? [item.mark] : []));

describe('the timeline', () => {
  it('has words where they were said, so that a late reply stands after the later message', () => {
    const conversation = of(
      [turn('1', '01'), turn('2', '04')],
      [ended('1', '02', '07', { pre: 'One moment.' }), ended('2', '05', '06')],
    );
    expect(ids(conversation)).toEqual(['turn/m1', 'pre/r1', 'turn/m2', 'reply/r2', 'reply/r1']);
  });

  it('puts nothing of a run before its message, whatever the clocks say', () => {
    expect(ids(of([turn('1', '05')], [ended('1', '01', '02', { pre: 'One moment.' })]))).toEqual([
      'turn/m1',
      'pre/r1',
      'reply/r1',
    ]);
  });

  it('has what is not received yet at the end, in the order of writing', () => {
    const outbox: Outgoing[] = [
      { messageId: 'a', text: 'x', state: 'waiting' },
      { messageId: 'b', text: 'y', state: 'waiting' },
    ];
    expect(ids(of([turn('1', '01')], [ended('1', '02', '03')]), outbox)).toEqual([
      'turn/m1',
      'reply/r1',
      'turn/a',
      'turn/b',
    ]);
  });

  it('has a message once, though it is still among those on their way', () => {
    expect(ids(of([turn('1', '01')], []), [{ messageId: 'm1', text: 'text 1', state: 'sent' }])).toEqual(['turn/m1']);
  });

  it('quotes only where the server says so (CH-08, CH-09)', () => {
    const items = timelineOf(
      of(
        [turn('1', '01'), turn('2', '02')],
        [ended('1', '03', '04'), ended('2', '05', '06', { anchor: 'several_topics' })],
      ),
      [],
    );
    expect(items.flatMap((item) => (item.kind === 'reply' ? [item.quote] : []))).toEqual([null, 'text 2']);
  });

  it('says the end of a run once when another run reports it or is about to', () => {
    const turns = [turn('1', '01'), turn('2', '04')];
    const first = ended('1', '02', '05', { reportedBy: ['r2'] });
    expect(ids(of(turns, [first, ended('2', '05', '06', { reports: 'r1' })]))).toEqual([
      'turn/m1',
      'turn/m2',
      'reply/r2',
    ]);
    expect(ids(of(turns, [first, run('2', { status: 'running', startedAt: '05' })]))).toEqual(['turn/m1', 'turn/m2']);
  });

  it('keeps the end of a run when the other ended without telling it', () => {
    const conversation = of(
      [turn('1', '01'), turn('2', '04')],
      [ended('1', '02', '08', { reportedBy: ['r2'] }), ended('2', '05', '06')],
    );
    expect(ids(conversation)).toEqual(['turn/m1', 'turn/m2', 'reply/r2', 'reply/r1']);
  });

  describe('marks a message', () => {
    it('while it is worked on (CH-10)', () => {
      expect(marks(of([turn('1', '01')], [run('1', { status: 'running', startedAt: '02' })]))).toEqual(['working']);
    });

    it('as done until the person writes again (CH-11)', () => {
      expect(marks(of([turn('1', '01')], [ended('1', '02', '03')]))).toEqual(['done']);
      expect(marks(of([turn('1', '01'), turn('2', '04')], [ended('1', '02', '03')]))).toEqual([null, null]);
      expect(
        marks(of([turn('1', '01')], [ended('1', '02', '03')]), [{ messageId: 'a', text: 'x', state: 'waiting' }]),
      ).toEqual([null, null]);
    });

    it('as worked on from when the server has it, and no further once it is erased', () => {
      expect(marks(EMPTY, [{ messageId: 'a', text: 'x', state: 'sent', requestId: 'r' }])).toEqual(['working']);
      expect(
        marks(of([turn('1', '01')], [run('1', { messageId: null, status: 'erased', startedAt: '02', endedAt: '03' })])),
      ).toEqual([null]);
    });

    it('not as done when it only asks or waits (CH-11)', () => {
      expect(marks(of([turn('1', '01')], [ended('1', '02', '03', { isDone: false })]))).toEqual([null]);
      expect(marks(of([turn('1', '01')], [run('1', { status: 'waiting_for_approval', startedAt: '02' })]))).toEqual([
        null,
      ]);
    });
  });
});

describe('a conversation', () => {
  it('takes of each run the further view, whichever comes first', () => {
    const further = run('1', { lastEventId: 5, reply: 'new' });
    const earlier = run('1', { lastEventId: 3, reply: 'old' });
    for (const [first, second] of [
      [further, earlier],
      [earlier, further],
    ] as const) {
      const conversation = withPage(of([], [first]), { turns: [], runs: [second], before: null }, false);
      expect(conversation.runs.get('r1')!.reply).toBe('new');
    }
  });

  it('takes an event once', () => {
    const event = {
      type: 'rag.token',
      requestId: 'r1',
      sessionId: 's',
      seq: 1,
      ts: '01',
      phase: 'action_phase',
      payload: { text: 'a', attempt: 1 },
    } as never;
    expect(withEvent(withEvent(EMPTY, event), event).runs.get('r1')!.prose).toEqual({ attempt: 1, text: 'a' });
  });

  it('keeps where older pages end when it begins anew', () => {
    const first = withPage(EMPTY, { turns: [], runs: [], before: 80 }, false);
    const older = withPage(first, { turns: [], runs: [], before: 40 }, true);
    expect([first.before, older.before, withPage(older, { turns: [], runs: [], before: 90 }, false).before]).toEqual([
      80, 40, 40,
    ]);
  });

  it('knows a message that was sent from elsewhere', () => {
    const conversation = of([turn('1', '01')], []);
    expect([
      isFromElsewhere(conversation, 'm1', new Set()),
      isFromElsewhere(conversation, 'm2', new Set(['m2'])),
      isFromElsewhere(conversation, 'm3', new Set()),
    ]).toEqual([false, false, true]);
    expect(conversation.threads satisfies readonly ThreadView[]).toEqual([]);
  });
});
