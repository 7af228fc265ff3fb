import type { ListedSession } from '@arbiter/contracts';
import { NO_CHATS, chatsOf, withNewest, withNext } from './chat-list';

const session = (sessionId: string, topic = sessionId): ListedSession => ({
  sessionId,
  channel: 'console',
  topic,
  receivedAt: '01',
  approvals: [],
});
const ids = (sessions: readonly { sessionId: string }[]) => sessions.map(({ sessionId }) => sessionId);

describe('the list of chats', () => {
  it('grows by pages, and what is read anew stands first, once', () => {
    const two = withNext(withNewest(NO_CHATS, { sessions: [session('d'), session('c')], before: 'c' }), {
      sessions: [session('b'), session('a')],
      before: null,
    });
    expect([ids(two.sessions), two.before]).toEqual([['d', 'c', 'b', 'a'], null]);
    const again = withNewest(two, { sessions: [session('b', 'new'), session('d')], before: 'd' });
    expect([ids(again.sessions), again.sessions[0]!.topic, again.before]).toEqual([['b', 'd', 'c', 'a'], 'new', null]);
  });

  it('forgets what the server no longer has', () => {
    expect(
      withNewest({ sessions: [session('a'), session('b')], before: null }, { sessions: [session('b')], before: null })
        .sessions,
    ).toHaveLength(1);
  });

  it('has the chat one is in, and those in which something was not sent, though the server knows neither', () => {
    const chats = chatsOf({ sessions: [session('a'), session('b')], before: null }, 'new', ['b', 'lost']);
    expect(chats.map(({ sessionId, isCurrent, hasUnsent }) => [sessionId, isCurrent, hasUnsent])).toEqual([
      ['new', true, false],
      ['lost', false, true],
      ['a', false, false],
      ['b', false, true],
    ]);
  });
});
