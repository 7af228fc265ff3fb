import { acceptedRun, type RunView, type SessionPage, type UiEvent } from '@arbiter/contracts';
import type { ChatFollower, Turn } from './client';
import { FurtherAnswers, answersIn } from './further-answers';

const run = (requestId: string, more: Partial<RunView>): RunView => ({ ...acceptedRun(requestId, 's1'), ...more });
const ended = (requestId: string, reply: string, more: Partial<RunView> = {}): RunView =>
  run(requestId, { status: 'ok', reply, ...more });
const textsOf = (runs: readonly RunView[]): readonly string[] => answersIn(runs, new Map()).map(({ text }) => text);

describe('the text that a person reads of the runs of a chat', () => {
  test('is the reply of each that has ended, behind its header', () => {
    const headers = new Map([['a', '✓ Look up the order']]);
    expect(
      answersIn([ended('a', 'It is shipped.'), run('b', { status: 'running', reply: 'Half a' })], headers),
    ).toEqual([{ requestId: 'a', header: '✓ Look up the order', text: 'It is shipped.', status: 'ok' }]);
  });
  test('is what waits for a yes', () => {
    const proposal = {
      plan: 'I would cancel it.',
      question: 'Shall I?',
      actionId: 'a.cancel',
      answerTo: 'x',
      expiresAt: '2026-01-01T00:00:00.000Z',
      choices: [],
      brief: null,
      proposedAt: '2026-01-01T00:00:00.000Z',
    };
    expect(answersIn([run('a', { status: 'waiting_for_approval', proposal })], new Map())).toEqual([
      { requestId: 'a', header: '', text: 'I would cancel it.\nShall I?', status: 'waiting_for_approval' },
    ]);
  });
  test('is no end that another run has told, or is about to', () => {
    const approved = ended('a', 'Refunded.', { reportedBy: ['yes'] });
    expect(textsOf([approved, run('yes', { status: 'running' })])).toEqual([]);
    expect(textsOf([approved, ended('yes', 'Refunded, as you wished.', { reports: 'a' })])).toEqual([
      'Refunded, as you wished.',
    ]);
  });
  test('is an end that was to be told by a run that has not told it', () => {
    expect(textsOf([ended('a', 'Refunded.', { reportedBy: ['yes'] }), ended('yes', 'Thank you.')])).toEqual([
      'Refunded.',
      'Thank you.',
    ]);
  });
  test('is nothing of a run whose words are erased', () => {
    expect(textsOf([run('a', { status: 'erased' })])).toEqual([]);
  });
  test('holds the steps where the header came in no words', () => {
    const header = { steps: [{ stepId: 'a', title: 'Look up the order', status: 'failed' }] } as RunView['header'];
    expect(answersIn([ended('a', 'No.', { header })], new Map())[0]?.header).toBe('Look up the order (failed)');
  });
  test('marks a completed step as a header in words does', () => {
    const header = { steps: [{ stepId: 'a', title: 'Look up the order', status: 'completed' }] } as RunView['header'];
    expect(answersIn([ended('a', 'Shipped.', { header })], new Map())[0]?.header).toBe('✓ Look up the order');
  });
});

const NO = 'no';
const line = (requestId: string, seq: number, type: UiEvent['type'], payload: object): UiEvent =>
  ({
    requestId,
    sessionId: 's1',
    seq,
    type,
    phase: 'action_phase',
    ts: '2026-01-01T00:00:00.000Z',
    payload,
  }) as UiEvent;
const stopped = [
  line('a', 3, 'rag.message', { kind: 'reply', text: 'Not refunded.', reportedBy: [NO] }),
  line('a', 4, 'rag.done', { status: 'cancelled' }),
];
const said = [
  line(NO, 1, 'rag.started', {}),
  line(NO, 2, 'rag.message', { kind: 'reply', text: 'I leave it as it is.', reports: 'a' }),
  line(NO, 3, 'rag.done', { status: 'ok' }),
];
const page = (...runs: readonly RunView[]): SessionPage => ({ turns: [], runs: [...runs], before: null });
const waiting = run('a', { status: 'waiting_for_approval', lastEventId: 2 });

/** A chat whose lines are let in by hand, as the runs of a chat come in any order among each other. */
class Chat {
  readonly sessionId = 's1';
  private readonly follower = Promise.withResolvers<ChatFollower>();

  async follow(follower: ChatFollower, signal: AbortSignal): Promise<void> {
    this.follower.resolve(follower);
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }

  async page(whole: SessionPage): Promise<void> {
    (await this.follower.promise).onPage(whole);
  }

  async lines(events: readonly UiEvent[]): Promise<void> {
    const follower = await this.follower.promise;
    events.forEach((event) => follower.onEvent(event));
  }
}

describe('a message besides the answer of a line', () => {
  const answer: Turn = { requestId: NO, header: '', text: 'I leave it as it is.', status: 'ok' };
  let chat: Chat;
  let shown: string[];
  let further: FurtherAnswers;
  const show = ({ text }: Turn): unknown => shown.push(text);
  const sayNo = (): Promise<Turn> =>
    further.around((onEvent) => {
      said.forEach(onEvent);
      return Promise.resolve(answer);
    }, show);

  beforeEach(async () => {
    [chat, shown] = [new Chat(), []];
    further = new FurtherAnswers(chat, show);
    void further.follow();
    await chat.page(page(waiting));
  });
  afterEach(() => further.close());

  test('is no end that the answer has told, though the chat has not shown the run of the answer yet', async () => {
    await chat.lines(stopped.slice(0, 1));
    await sayNo();
    await chat.lines(stopped.slice(1));
    await chat.lines(said);
    expect(shown).toEqual(['I leave it as it is.']);
  });
  test('is no end that the answer has told when a page comes that is older than it', async () => {
    await sayNo();
    await chat.page(page(waiting, run(NO, { status: 'running', lastEventId: 1 })));
    await chat.lines(stopped);
    expect(shown).toEqual(['I leave it as it is.']);
  });
});
