import type { RunView, ThreadView } from '@arbiter/contracts';
import { acceptedRun } from '@arbiter/contracts/run-view';
import { EMPTY, withPage, withThreads } from './conversation';
import { topicsOf } from './topics';

const thread = (id: string, status: ThreadView['status'], changes: Partial<ThreadView> = {}): ThreadView => ({
  threadId: `t${id}`,
  intentId: 'refund_order',
  title: 'Refund',
  status,
  pendingQuestion: null,
  summary: '',
  requestId: `r${id}`,
  messageId: null,
  lastActivityAt: '01',
  ...changes,
});
const run = (id: string, changes: Partial<RunView>): RunView => ({
  ...acceptedRun(`r${id}`, 's'),
  lastEventId: 1,
  ...changes,
});
const proposal = {
  plan: 'p',
  question: 'q',
  actionId: 'a',
  answerTo: 'b',
  expiresAt: '02',
  choices: [],
  brief: '126.47 EUR',
  proposedAt: '01',
};
const topics = (threads: readonly ThreadView[], runs: readonly RunView[] = []) =>
  topicsOf(withThreads(withPage(EMPTY, { turns: [], runs, before: null }, false), threads));

describe('a topic', () => {
  it('says what it is and what it is about while it waits for a yes', () => {
    const { open } = topics(
      [thread('1', 'workflow_proposed')],
      [run('1', { label: 'Refund 1004', proposal, proposed: proposal })],
    );
    expect(open).toMatchObject([{ name: 'Refund 1004', brief: '126.47 EUR' }]);
  });

  it('says how it came out once it is done, and nothing of that before or when it failed', () => {
    const runs = [
      run('1', { label: 'Order 1002', brief: 'shipped' }),
      run('2', { label: 'Refund 1003', brief: 'x', proposed: proposal }),
    ];
    const { open, finished } = topics([thread('1', 'done'), thread('2', 'failed'), thread('2', 'in_progress')], runs);
    expect(finished).toMatchObject([
      { name: 'Order 1002', brief: 'shipped' },
      { name: 'Refund 1003', brief: null },
    ]);
    expect(open).toMatchObject([{ name: 'Refund 1003', brief: null }]);
  });

  it('has a fault only where something went wrong', () => {
    const runs = [
      run('1', { status: 'error', code: 'not_found' }),
      run('2', { status: 'error', code: 'vendor_unavailable' }),
    ];
    expect(
      topics([thread('1', 'failed'), thread('2', 'failed'), thread('3', 'failed')], runs).finished.map(
        ({ hasFault }) => hasFault,
      ),
    ).toEqual([false, true, false]);
  });

  it('has the name of its kind while its run is not known, and none while it is not understood', () => {
    const { open } = topics(
      [thread('1', 'blocked', { requestId: null }), thread('2', 'in_progress', { title: null })],
      [run('2', {})],
    );
    expect(open.map(({ name }) => name)).toEqual(['Refund', null]);
  });
});
