import type { RunView, SessionPage } from '@arbiter/contracts';
import { runTool } from './tool';
import { TestSystem, eventually } from './test-system';

/** An order of C-0005 that is refunded after a yes only. */
const [USER, ORDER] = ['C-0005', '1598'];
const CLOSED = 'That was done in another chat in the meantime, so I did nothing here.';

describe('a deed that several chats of a person offer', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open();
  });
  afterAll(() => arbiter?.close());

  const runsOf = async (sessionId: string): Promise<readonly RunView[]> => {
    const path = `/api/sessions/${sessionId}/messages?userId=${USER}`;
    return ((await (await fetch(`${arbiter.system.httpUrl}${path}`)).json()) as SessionPage).runs;
  };

  it('is offered no more once one of them has done it, and is done once', async () => {
    const [first, second] = [arbiter.chat(USER), arbiter.chat(USER)];
    for (const chat of [first, second])
      expect((await chat.say(`refund order ${ORDER}`)).status).toBe('waiting_for_approval');
    await eventually('both to be known as waiting', async () => {
      const { rows } = await arbiter.pool.query(
        "select deed from action_history where status = 'suspended' and deed is not null",
      );
      return rows.length === 2;
    });
    expect((await second.say('yes')).status).toBe('ok');
    const closed = await eventually('the offer of the other chat to be closed', async () =>
      (await runsOf(first.sessionId)).find(({ status }) => status === 'cancelled'),
    );
    expect(closed.reply).toContain(CLOSED);
    expect((await first.say('yes')).text).not.toMatch(/refunded/i);
    expect(await arbiter.ledger(ORDER)).toHaveLength(1);
    expect(await arbiter.count('action.dispatched', '%refund.create%')).toBe(1);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
