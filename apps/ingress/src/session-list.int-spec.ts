import { randomUUID } from 'node:crypto';
import { conversationOf, parseStream, type SessionList } from '@arbiter/contracts';
import { Projector, readModels } from '@arbiter/views';
import { Laboratory, show, type RunningIngress, type Shown } from './testing/laboratory';

const EXPIRES_AT = '2026-03-02T11:00:00.000Z';
const PROPOSED: readonly Shown[] = [
  ['rag.started', { version: 1 }],
  ['rag.debug', { kind: 'plan', label: 'Refund 1004' }],
  [
    'rag.results',
    {
      kind: 'workflow_proposed',
      plan: 'p',
      question: 'Shall I refund 126.47 EUR?',
      actionId: 'a',
      answerTo: 'b',
      expiresAt: EXPIRES_AT,
      choices: ['Yes', 'No'],
      brief: '126.47 EUR',
    },
  ],
];

describe('the chats of a person', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start();
  });
  afterAll(() => laboratory.close());

  const say = async (userId: string, sessionId: string, text: string, channel = 'console') => {
    const response = await fetch(`${running.url}/api/chat/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId, userId, messageId: randomUUID(), text, channel }),
    });
    const { requestId } = (await response.json()) as { requestId: string };
    return { requestId, sessionId, customerId: userId };
  };
  const fold = async () => {
    const projector = new Projector(running.ingress.core.database, readModels());
    for (let round = 0; round < 100 && (await projector.round()).events > 0; round += 1);
  };
  const get = (query: string) => fetch(`${running.url}/api/sessions?${query}`);
  const list = async (query: string) => (await (await get(query)).json()) as SessionList;
  const waits = (
    { sessionId, customerId, requestId }: { sessionId: string; customerId: string; requestId: string },
    threadId: string,
  ) =>
    running.ingress.core.database.pool.query(
      `insert into thread_view (tenant, thread_id, session_id, intent_id, slots, status, summary, run_id, message_id, last_activity_at)
       values ('shop', $1, $2, 'refund_order', '{}', 'workflow_proposed', '', $3, null, now())`,
      [threadId, parseStream(conversationOf('shop', sessionId, customerId)).key, requestId],
    );

  it('are none when nothing was said', async () => {
    expect(await list('userId=C-new')).toEqual({ sessions: [], before: null });
  });

  it('are ordered by their latest message, the newest first, are shown to their person only, and hold none of its words (CL-11)', async () => {
    await say('C-1', 'first', 'hello');
    await say('C-2', 'first', 'their secret');
    await say('C-1', 'second äö', 'Where is my order?');
    await say('C-1', 'first', 'refund order 1004');
    await say('C-1', 'elsewhere', 'hi', 'telegram');
    await fold();
    const { sessions, before } = await list('userId=C-1&channel=console');
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['first', 'second äö']);
    expect([sessions[0], before]).toEqual([
      { sessionId: 'first', channel: 'console', topic: null, receivedAt: expect.any(String), approvals: [] },
      null,
    ]);
    expect((await list('userId=C-1')).sessions.map(({ channel }) => channel)).toEqual([
      'telegram',
      'console',
      'console',
    ]);
    expect(JSON.stringify(await list('userId=C-2'))).not.toContain('secret');
  });

  it('are listed for as long as what was shown in them is kept', async () => {
    await say('C-aged', 'old', 'hello');
    await say('C-aged', 'new', 'hello');
    await fold();
    await running.ingress.core.database.pool.query(
      "update session_view set received_at = now() - interval '91 days' where session_id = 'old'",
    );
    expect((await list('userId=C-aged')).sessions.map(({ sessionId }) => sessionId)).toEqual(['new']);
  });

  it('say what waits for a yes, as the run itself shows it (CH-16)', async () => {
    const run = await say('C-3', 'asking', 'refund order 1004');
    const over = await say('C-3', 'asking', 'refund order 1003');
    await fold();
    await show(running, run, 1, PROPOSED, true);
    await show(running, over, 1, [...PROPOSED, ['rag.done', { status: 'cancelled' }]], true);
    await waits(run, 'waiting');
    await waits(over, 'over');
    expect((await list('userId=C-3')).sessions).toEqual([
      expect.objectContaining({
        sessionId: 'asking',
        topic: 'Refund 1004',
        approvals: [
          {
            threadId: 'waiting',
            requestId: run.requestId,
            label: 'Refund 1004',
            brief: '126.47 EUR',
            expiresAt: EXPIRES_AT,
          },
        ],
      }),
    ]);
    await running.ingress.core.keyring.erase({ tenant: 'shop', customerId: 'C-3' });
    expect((await list('userId=C-3')).sessions).toEqual([expect.objectContaining({ topic: null, approvals: [] })]);
  });

  it('come in pages that meet without a gap', async () => {
    const ids = Array.from({ length: 45 }, (_, index) => `chat ${index}`);
    for (const id of ids) await say('C-many', id, 'hello');
    await fold();
    const pages: SessionList[] = [await list('userId=C-many')];
    while (pages.at(-1)!.before !== null)
      pages.push(await list(`userId=C-many&before=${encodeURIComponent(pages.at(-1)!.before!)}`));
    expect(pages.map(({ sessions }) => sessions.length)).toEqual([20, 20, 5]);
    expect(pages.flatMap(({ sessions }) => sessions.map(({ sessionId }) => sessionId)).toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  it.each([
    ['', 'userId'],
    ['userId=a&userId=b', 'userId'],
    ['userId=C-1&channel=A!', 'channel'],
    ['userId=C-1&before=x', 'before'],
    ['userId=C-1&before=2026-99-99T00:00:00.000Z/a', 'before'],
  ])('asked for with %s are refused, naming the field', async (query, field) => {
    const response = await get(query);
    expect([response.status, ((await response.json()) as { field: string }).field]).toEqual([400, field]);
  });
});
