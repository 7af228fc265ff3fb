import { acceptedRun } from '@arbiter/contracts/run-view';
import { EMPTY, withPage } from '../conversation/conversation';
import type { Outgoing } from '../conversation/outbox';
import { troubleOf } from './trouble';

const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const entry = (state: Outgoing['state']): Outgoing => ({ messageId: 'm1', text: 'x', state, ...(state === 'sent' ? { requestId: 'r1' } : {}) });
const received = (receivedAt: string, runs = [] as readonly string[]) => withPage(EMPTY, {
  turns: [{ messageId: 'm1', requestId: 'r1', text: 'x', channel: 'console', answerTo: null, receivedAt }], runs: runs.map((id) => ({ ...acceptedRun(id, 's'), lastEventId: 1 })), before: null,
}, false);

describe('trouble', () => {
  it('is a connection that is not there, before anything else', () => {
    expect(troubleOf('lost', false, [entry('waiting')], EMPTY, NOW)).toBe('lost');
    expect(troubleOf('connecting', true, [], EMPTY, NOW)).toBe('lost');
  });

  it('is a service that takes nothing', () => {
    expect(troubleOf('open', false, [], EMPTY, NOW)).toBe('closed');
    expect(troubleOf('open', true, [entry('waiting')], EMPTY, NOW)).toBe('closed');
  });

  it('is a message that was received and of which nothing is shown', () => {
    expect(troubleOf('open', true, [entry('sent')], EMPTY, NOW)).toBe('late');
    expect(troubleOf('open', true, [], received('2026-03-02T09:59:30.000Z'), NOW)).toBe('late');
  });

  it('is none when work began, nor long after', () => {
    expect(troubleOf('open', true, [], EMPTY, NOW)).toBeNull();
    expect(troubleOf('open', true, [entry('sent')], received('2026-03-02T09:59:30.000Z', ['r1']), NOW)).toBeNull();
    expect(troubleOf('open', true, [entry('refused')], received('2026-03-02T09:50:00.000Z'), NOW)).toBeNull();
  });
});
