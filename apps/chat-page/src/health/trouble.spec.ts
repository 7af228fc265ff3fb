import { acceptedRun } from '@arbiter/contracts/run-view';
import { EMPTY, withPage } from '../conversation/conversation';
import type { Outgoing } from '../conversation/unsent-messages';
import { WELL, type Readiness } from './readiness';
import { troubleOf } from './trouble';

const CLOSED: Readiness = { state: 'closed', parts: ['postgres'] };
const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const entry = (state: Outgoing['state']): Outgoing => ({
  messageId: 'm1',
  text: 'x',
  state,
  ...(state === 'sent' ? { requestId: 'r1' } : {}),
});
const received = (receivedAt: string, runs = [] as readonly string[]) =>
  withPage(
    EMPTY,
    {
      turns: [{ messageId: 'm1', requestId: 'r1', text: 'x', channel: 'console', answerTo: null, receivedAt }],
      runs: runs.map((id) => ({ ...acceptedRun(id, 's'), lastEventId: 1 })),
      before: null,
    },
    false,
  );

describe('trouble', () => {
  it('is a connection that is not there, before anything else', () => {
    expect(troubleOf('lost', CLOSED, [entry('waiting')], EMPTY, NOW)).toBe('lost');
    expect(troubleOf('connecting', WELL, [], EMPTY, NOW)).toBe('lost');
  });

  it('is a service that does not answer, though its connection still stands', () => {
    expect(troubleOf('open', { state: 'away', parts: [] }, [], EMPTY, NOW)).toBe('lost');
  });

  it('is a service that takes its time, unless there is worse', () => {
    const slow: Readiness = { state: 'slow', parts: [] };
    expect(troubleOf('open', slow, [], EMPTY, NOW)).toBe('slow');
    expect(troubleOf('open', slow, [entry('sent')], EMPTY, NOW)).toBe('late');
  });

  it('is a service that takes nothing', () => {
    expect(troubleOf('open', CLOSED, [], EMPTY, NOW)).toBe('closed');
    expect(troubleOf('open', WELL, [entry('waiting')], EMPTY, NOW)).toBe('closed');
  });

  it('is a message that was received and of which nothing is shown', () => {
    expect(troubleOf('open', WELL, [entry('sent')], EMPTY, NOW)).toBe('late');
    expect(troubleOf('open', WELL, [], received('2026-03-02T09:59:30.000Z'), NOW)).toBe('late');
  });

  it('is none when work began, nor long after', () => {
    expect(troubleOf('open', WELL, [], EMPTY, NOW)).toBeNull();
    expect(troubleOf('open', WELL, [entry('sent')], received('2026-03-02T09:59:30.000Z', ['r1']), NOW)).toBeNull();
    expect(troubleOf('open', WELL, [entry('refused')], received('2026-03-02T09:50:00.000Z'), NOW)).toBeNull();
  });
});
