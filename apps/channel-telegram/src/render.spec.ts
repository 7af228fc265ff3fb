import { reply } from '@arbiter/channels/testing';
import type { OutboundMessage } from '@arbiter/contracts';
import { LONGEST_TEXT, render } from './render';
import { refusalOf } from './testing/refusals';

const REQUEST = '5f0c2a1e-8d3b-8a4c-9e11-0123456789ab';
const shown = (changes: Partial<OutboundMessage>) =>
  render(reply({ sessionId: '4001', requestId: REQUEST, answerTo: REQUEST, ...changes }));

describe('a message on Telegram', () => {
  it('has the execution header before the text, in the words of the person and with no code (ER-01)', () => {
    const header = {
      steps: [
        { stepId: 'look', title: 'Look up the order', status: 'completed' },
        {
          stepId: 'refund',
          title: 'Refund it',
          status: 'failed',
          error: { code: 'too_late', message: 'over 30 days' },
        },
      ],
    };
    expect(
      shown({ header, headerText: '✓ Look up the order\n✗ Refund it (failed)', text: 'I could not refund it.' }),
    ).toEqual([
      {
        method: 'sendMessage',
        payload: {
          chat_id: 4_001,
          text: '✓ Look up the order\n✗ Refund it (failed)\n\nI could not refund it.',
          link_preview_options: { is_disabled: true },
        },
      },
    ]);
  });

  it('names no parse mode, so that nothing in a text becomes markup', () => {
    const [post] = shown({ text: '<b>[x](tg://user?id=1)</b> *_`' });
    expect(post).toMatchObject({ payload: { text: '<b>[x](tg://user?id=1)</b> *_`' } });
    expect(post!.payload).not.toHaveProperty('parse_mode');
    expect(post!.payload).not.toHaveProperty('entities');
  });

  it('quotes the message, or an edit of it, and is sent even when that is gone (CH-09)', () => {
    expect(shown({ text: 'x', quote: '17' })).toMatchObject([
      { payload: { reply_parameters: { message_id: 17, allow_sending_without_reply: true } } },
    ]);
    expect(shown({ text: 'x', quote: '17-in-5-edited-1767225660' })).toMatchObject([
      { payload: { reply_parameters: { message_id: 17 } } },
    ]);
  });

  it.each(['18-in-5', '18-in-5-edited-1767225660', 'press-438290-in-5'])(
    'that answers %s stands in the same topic of the forum',
    (inReplyTo) => {
      expect(shown({ text: 'x', inReplyTo })).toMatchObject([{ payload: { message_thread_id: 5 } }]);
      expect(shown({ kind: 'working', inReplyTo })).toMatchObject([
        { method: 'sendChatAction', payload: { message_thread_id: 5 } },
      ]);
      expect(shown({ text: 'x', inReplyTo: '18' })[0]!.payload).not.toHaveProperty('message_thread_id');
    },
  );

  it('quotes nothing without a wish to, and no pressed button (CH-08)', () => {
    for (const quote of [null, 'press-438290'])
      expect(shown({ text: 'x', quote })[0]!.payload).not.toHaveProperty('reply_parameters');
  });

  it('has its choices as buttons whose data fits into 64 bytes', () => {
    const choices = ['Ja, bitte erstatten Sie mir den vollen Betrag zurück', '😀'.repeat(40)];
    const [post] = shown({ text: 'Shall I?', choices });
    expect(post).toMatchObject({
      payload: {
        reply_markup: {
          inline_keyboard: [
            [{ text: choices[0], callback_data: `${REQUEST}:0` }],
            [{ text: choices[1], callback_data: `${REQUEST}:1` }],
          ],
        },
      },
    });
    expect(refusalOf('sendMessage', post!.payload, false)).toBeNull();
  });

  it('that is long quotes with its first post and has its buttons below its last', () => {
    const posts = shown({ text: 'word '.repeat(2_000), quote: '17', choices: ['Yes'] });
    expect(posts).toHaveLength(3);
    expect(posts.map(({ payload }) => ['reply_parameters' in payload, 'reply_markup' in payload])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    for (const { payload } of posts)
      expect((payload as { text: string }).text.length).toBeLessThanOrEqual(LONGEST_TEXT);
  });

  it.each([
    ['working', ['👀']],
    ['done', ['👍']],
    ['none', []],
  ] as const)('marks a message as %s with a reaction Telegram allows', (reaction, emojis) => {
    const [post] = shown({ marks: [{ messageId: '17', reaction }] });
    expect(post).toEqual({
      method: 'setMessageReaction',
      payload: { chat_id: 4_001, message_id: 17, reaction: emojis.map((emoji) => ({ type: 'emoji', emoji })) },
    });
    expect(refusalOf('setMessageReaction', post!.payload, false)).toBeNull();
  });

  it('shows "typing" while it works, and puts words before reactions', () => {
    expect(
      shown({ kind: 'working', marks: [{ messageId: '17', reaction: 'working' }] }).map(({ method }) => method),
    ).toEqual(['setMessageReaction', 'sendChatAction']);
    expect(
      shown({ text: 'Done.', marks: [{ messageId: '17', reaction: 'done' }] }).map(({ method }) => method),
    ).toEqual(['sendMessage', 'setMessageReaction']);
  });

  it('puts no mark on a pressed button, and is nothing when there is nothing to show', () => {
    expect(shown({ marks: [{ messageId: 'press-438290', reaction: 'working' }] })).toEqual([]);
  });
});
