import type { InboundMessage } from '@arbiter/contracts';
import type { Message, Update } from 'grammy/types';
import { messageIn, personOf } from './testing/updates';
import { toCanonical } from './to-canonical';

const LUCA = personOf(1);
const say = (changes: Partial<Message>) =>
  toCanonical({ update_id: 1, message: { ...messageIn(1, 17, LUCA), ...changes } as Update['message'] });
const command = (text: string, length: number) => say({ text, entities: [{ type: 'bot_command', offset: 0, length }] });

describe('an update of Telegram', () => {
  it('is one canonical message: the chat is the session, the sender the user (CH-01)', () => {
    expect(say({ text: 'Where is my order 1002?' })).toEqual({
      sessionId: '4001',
      userId: '7001',
      messageId: '17',
      text: 'Where is my order 1002?',
      channelMetadata: { locale: 'en' },
    });
  });

  it('says no language when the person has none set', () => {
    expect(say({ text: 'hello', from: { ...LUCA, language_code: undefined } })).not.toHaveProperty('channelMetadata');
  });

  it('stays in the session of its chat whatever topic it stands in and whatever it replies to (CH-02)', () => {
    const topic = { message_thread_id: 5, is_topic_message: true } as const;
    const repliedTo = { ...messageIn(1, 9, LUCA), text: 'earlier', reply_to_message: undefined };
    expect(say({ text: 'and this', ...topic, reply_to_message: repliedTo })).toMatchObject({
      sessionId: '4001',
      messageId: '17-in-5',
      replyToMessageId: '9',
    });
    expect(say({ text: 'and this', message_thread_id: 9, reply_to_message: repliedTo })).toMatchObject({
      sessionId: '4001',
      messageId: '17',
    });
  });

  it('takes the notice that opened a topic for a place, not for a reply', () => {
    const notice = {
      ...messageIn(1, 5, LUCA),
      forum_topic_created: { name: 'Orders', icon_color: 7_322_096 as const },
      reply_to_message: undefined,
    };
    expect(say({ text: 'hello', reply_to_message: notice })).not.toHaveProperty('replyToMessageId');
  });

  it.each([
    ['/stop', 5, 'stop'],
    ['/stop@ada_bot please', 13, 'stop please'],
    ['/start', 6, 'hi'],
    ['/start ref_1', 6, 'hi'],
  ])('reads the command %s as words', (text, length, words) => {
    expect(command(text, length)).toMatchObject({ text: words });
  });

  it('leaves a command in the middle of a sentence as it stands', () => {
    expect(
      say({ text: 'what does /stop do', entities: [{ type: 'bot_command', offset: 10, length: 5 }] }),
    ).toMatchObject({ text: 'what does /stop do' });
  });

  it('keeps marked up text as plain text', () => {
    expect(say({ text: 'really bold', entities: [{ type: 'bold', offset: 7, length: 4 }] })).toMatchObject({
      text: 'really bold',
    });
  });

  it.each(['photo', 'sticker', 'voice', 'video_note', 'document', 'contact', 'location', 'poll', 'dice'] as const)(
    'with a %s is unreadable, its caption not acted on',
    (kind) => {
      expect(say({ [kind]: {}, caption: 'refund order 1004' })).toEqual({
        sessionId: '4001',
        userId: '7001',
        messageId: '17',
        text: kind,
        unreadable: 'unsupported',
        channelMetadata: { locale: 'en' },
      });
    },
  );

  it.each<[string, Partial<Message>]>([
    ['of a bot', { text: 'x', from: { ...LUCA, is_bot: true } }],
    ['in the name of a chat', { text: 'x', sender_chat: { id: -100, type: 'channel', title: 'News' } }],
    ['forwarded from a channel by Telegram', { text: 'x', is_automatic_forward: true }],
    ['without a sender', { text: 'x', from: undefined }],
    ['that a member joined', { new_chat_members: [LUCA] }],
    ['that a message was pinned', { pinned_message: messageIn(1, 3, LUCA) }],
    ['that the group moved', { migrate_to_chat_id: -1_001 }],
  ])('%s is disregarded', (_, changes) => {
    expect(say(changes)).toEqual({ disregarded: expect.any(String) });
  });

  it.each<[string, Omit<Update, 'update_id'>]>([
    [
      'a channel post',
      { channel_post: { ...messageIn(1, 1, LUCA), chat: { id: -100, type: 'channel', title: 'News' }, text: 'x' } },
    ],
    ['a change of membership', { my_chat_member: {} as Update['my_chat_member'] }],
    ['an unknown kind', {}],
  ])('that is %s is disregarded', (_, update) => {
    expect(toCanonical({ update_id: 1, ...update })).toEqual({ disregarded: expect.any(String) });
  });

  it('of an edit has an id of its own and only says what came; of a moved location it is disregarded', () => {
    const edited = (changes: Partial<Message>) =>
      toCanonical({
        update_id: 1,
        edited_message: { ...messageIn(1, 17, LUCA), edit_date: 1_767_225_660, ...changes } as Update['edited_message'],
      });
    expect(edited({ text: 'refund 1005' })).toMatchObject({
      messageId: '17-edited-1767225660',
      replyToMessageId: '17',
      text: 'edited message',
      unreadable: 'edited',
      sessionId: '4001',
    });
    expect(edited({ location: { latitude: 1, longitude: 2 } })).toEqual({ disregarded: expect.any(String) });
  });

  describe('that is a pressed button', () => {
    const REQUEST = '5f0c2a1e-8d3b-8a4c-9e11-0123456789ab';
    const keyboard = {
      inline_keyboard: [
        [{ text: 'Yes, refund it', callback_data: `${REQUEST}:0` }],
        [{ text: 'No', callback_data: `${REQUEST}:1` }],
      ],
    };
    const standing = { ...messageIn(1, 30, { ...LUCA, is_bot: true }), text: 'Shall I?', reply_markup: keyboard };
    const press = (changes: object) =>
      toCanonical({
        update_id: 1,
        callback_query: {
          id: '438290',
          from: LUCA,
          chat_instance: 'c',
          message: standing,
          data: `${REQUEST}:1`,
          ...changes,
        },
      });

    it('is its text, answering the run that asked, from the person who pressed', () => {
      expect(press({ from: personOf(2) })).toEqual({
        sessionId: '4001',
        userId: '7002',
        messageId: 'press-438290',
        text: 'No',
        answerTo: REQUEST,
        channelMetadata: { locale: 'en' },
      });
    });

    it('in a topic says so, for the answer to stand there too', () => {
      expect(press({ message: { ...standing, is_topic_message: true, message_thread_id: 5 } })).toMatchObject({
        sessionId: '4001',
        messageId: 'press-438290-in-5',
      });
    });

    it('is unreadable when Telegram no longer shows the post it stood under', () => {
      const answer = press({
        message: { chat: { id: 4_001, type: 'private', first_name: 'Luca' }, message_id: 30, date: 0 },
      }) as InboundMessage;
      expect(answer).toMatchObject({ messageId: 'press-438290', unreadable: 'unsupported' });
      expect(answer).not.toHaveProperty('answerTo');
    });

    it.each([
      ['of an inline message', { message: undefined }],
      ['without data', { data: undefined }],
      ['with data that is not ours', { data: 'vote' }],
    ])('%s is disregarded', (_, changes) => {
      expect(press(changes)).toEqual({ disregarded: expect.any(String) });
    });
  });
});
