import { acceptedRun, type RunView } from '@arbiter/contracts';
import { answersIn } from './further-answers';

const run = (requestId: string, more: Partial<RunView>): RunView => ({ ...acceptedRun(requestId, 's1'), ...more });
const ended = (requestId: string, reply: string, more: Partial<RunView> = {}): RunView =>
  run(requestId, { status: 'ok', reply, ...more });
const textsOf = (runs: readonly RunView[]): readonly string[] => answersIn(runs, new Map()).map(({ text }) => text);

describe('what a person reads of the runs of a chat', () => {
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
});
