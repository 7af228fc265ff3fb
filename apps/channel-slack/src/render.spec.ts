import { reply } from '@arbiter/channels/testing';
import type { OutboundMessage } from '@arbiter/contracts';
import { LONGEST_TEXT, render } from './render';
import { Conversations } from './testing/conversations';

const REQUEST = '5f0c2a1e-8d3b-8a4c-9e11-0123456789ab';
const ASKED = '1700000001.000017';
const THREAD = '1700000001.000009';
const shown = (changes: Partial<OutboundMessage>) =>
  render(reply({ sessionId: 'D0CHAT1', requestId: REQUEST, answerTo: REQUEST, inReplyTo: ASKED, ...changes }));

describe('a message on Slack', () => {
  it('has the execution header before the text, as plain text (ER-01)', () => {
    const text = '✓ Look up the order\n\nIt is on its way.';
    expect(shown({ headerText: '✓ Look up the order', text: 'It is on its way.' })).toEqual([
      {
        method: 'chat.postMessage',
        arguments: {
          channel: 'D0CHAT1',
          text,
          blocks: [{ type: 'section', text: { type: 'plain_text', text, emoji: false } }],
        },
      },
    ]);
  });

  it('mentions no member and links nothing, whatever the text holds', () => {
    const [post] = shown({ text: '<!channel> <@U1> *bold* <https://x.example|here> &' });
    expect(post).toMatchObject({
      arguments: {
        text: '&lt;!channel&gt; &lt;@U1&gt; *bold* &lt;https://x.example|here&gt; &amp;',
        blocks: [{ text: { type: 'plain_text', text: '<!channel> <@U1> *bold* <https://x.example|here> &' } }],
      },
    });
  });

  it('quotes by replying in the thread of the message, shown in the channel too (CH-09)', () => {
    expect(shown({ text: 'x', quote: ASKED })).toMatchObject([
      { arguments: { thread_ts: ASKED, reply_broadcast: true } },
    ]);
    expect(shown({ text: 'x', quote: `${ASKED}-edited-1700000061.000000` })).toMatchObject([
      { arguments: { thread_ts: ASKED } },
    ]);
  });

  it('quotes nothing without a wish to, and no pressed button (CH-08)', () => {
    for (const quote of [null, 'press-1700000500.123456-U02PERSON'])
      expect(shown({ text: 'x', quote })[0]!.arguments).not.toHaveProperty('thread_ts');
  });

  it.each([
    `${ASKED}-in-${THREAD}`,
    `${ASKED}-in-${THREAD}-edited-1700000061.000000`,
    `press-1700000500.123456-U02-in-${THREAD}`,
  ])('that answers %s stands in that thread', (inReplyTo) => {
    const [post] = shown({ text: 'x', inReplyTo });
    expect(post!.arguments).toMatchObject({ thread_ts: THREAD });
    expect(post!.arguments).not.toHaveProperty('reply_broadcast');
  });

  it('has its choices as buttons that carry the whole answer, however long its label may be', () => {
    const long = 'Ja, bitte erstatten Sie mir den vollen Betrag auf dem Weg zurück, auf dem ich bezahlt habe';
    const [post] = shown({ text: 'Shall I?', choices: ['No', long] });
    expect(post).toMatchObject({
      arguments: {
        blocks: [
          { type: 'section' },
          {
            type: 'actions',
            elements: [
              { action_id: 'answer-0', text: { type: 'plain_text', text: 'No' }, value: `${REQUEST}:No` },
              { action_id: 'answer-1', text: { text: `${long.slice(0, 74)}…` }, value: `${REQUEST}:${long}` },
            ],
          },
        ],
      },
    });
    expect(new Conversations().answer('chat.postMessage', post!.arguments)).toMatchObject({ ok: true });
  });

  it('that is long has its buttons below its last post', () => {
    const posts = shown({ text: 'word '.repeat(1_500), choices: ['Yes'] });
    expect(posts).toHaveLength(3);
    expect(posts.map((post) => 'blocks' in post.arguments && post.arguments.blocks.map(({ type }) => type))).toEqual([
      ['section'],
      ['section'],
      ['section', 'actions'],
    ]);
    for (const post of posts) expect('text' in post.arguments && post.arguments.text.length <= LONGEST_TEXT).toBe(true);
  });

  it.each([
    ['working', ['reactions.add eyes']],
    ['done', ['reactions.add white_check_mark', 'reactions.remove eyes']],
    ['none', ['reactions.remove eyes', 'reactions.remove white_check_mark']],
  ] as const)('marks a message as %s, also one in a thread', (reaction, calls) => {
    const posts = shown({ marks: [{ messageId: `${ASKED}-in-${THREAD}`, reaction }] });
    expect(posts.map((post) => `${post.method} ${'name' in post.arguments && post.arguments.name}`)).toEqual(calls);
    for (const post of posts) expect(post.arguments).toMatchObject({ channel: 'D0CHAT1', timestamp: ASKED });
  });

  it('puts words before marks, and no mark on a pressed button', () => {
    expect(shown({ text: 'Done.', marks: [{ messageId: ASKED, reaction: 'done' }] })[0]!.method).toBe(
      'chat.postMessage',
    );
    expect(shown({ marks: [{ messageId: 'press-1700000500.123456-U02PERSON', reaction: 'working' }] })).toEqual([]);
  });
});
