import type { GenericMessageEvent } from '@slack/types';
import { editOf, envelopeOf, messageOf } from './testing/updates';
import { toCanonical } from './to-canonical';
import type { BlockActions, EventCallback } from './update';

const THREAD = '1700000001.000009';
const canonical = (event: object, changes?: Partial<EventCallback>) =>
  toCanonical({ payload: envelopeOf(event as EventCallback['event'], changes), locale: 'de' });
const say = (changes: object) => canonical(messageOf(1, 1, 17, changes as Partial<GenericMessageEvent>));
const SAID = {
  sessionId: 'D0CHAT1',
  userId: 'U01PERSON',
  messageId: '1700000001.000017',
  channelMetadata: { locale: 'de' },
};

describe('an update of Slack', () => {
  it('is one canonical message: the channel is the session, the sender the user (CH-01)', () => {
    expect(say({ text: 'Where is my order 1002?' })).toEqual({ ...SAID, text: 'Where is my order 1002?' });
  });

  it('names no language where none is known for the workspace (RT-17)', () => {
    const { channelMetadata: _, ...unnamed } = SAID;
    expect(toCanonical({ payload: envelopeOf(messageOf(1, 1, 17, { text: 'hallo' })), locale: null })).toEqual({
      ...unnamed,
      text: 'hallo',
    });
  });

  it('stays in the session of its channel when it stands in a thread (CH-02)', () => {
    expect(say({ text: 'and this', thread_ts: THREAD })).toEqual({
      ...SAID,
      messageId: `1700000001.000017-in-${THREAD}`,
      replyToMessageId: THREAD,
      text: 'and this',
    });
  });

  it('that began a thread is an ordinary message', () => {
    expect(say({ text: 'hello', thread_ts: '1700000001.000017' })).toEqual({ ...SAID, text: 'hello' });
  });

  it.each([
    ['fish &amp; chips &lt;3', 'fish & chips <3'],
    [
      'see <https://shop.example/o/1002|order 1002> or <https://shop.example>',
      'see order 1002 or https://shop.example',
    ],
    ['write to <mailto:ada@shop.example|ada@shop.example>', 'write to ada@shop.example'],
    ['ask <@U0LUCA> in <#C0ORDERS|orders>, <!here>', 'ask @U0LUCA in #orders, @here'],
    ['&amp;lt;', '&lt;'],
  ])('reads %s as a person sees it', (text, words) => {
    expect(say({ text })).toMatchObject({ text: words });
  });

  it('is said to the app when it begins with its name, which is no part of it', () => {
    const mention = { ...messageOf(1, 1, 17), type: 'app_mention', text: '<@U0ADA>, where is order 1002?' };
    expect(canonical(mention)).toMatchObject({ messageId: SAID.messageId, text: 'where is order 1002?' });
    expect(canonical({ ...mention, type: 'message' })).toMatchObject({ text: 'where is order 1002?' });
    expect(canonical({ ...mention, text: '<@U0LUCA> did it' })).toMatchObject({ text: '@U0LUCA did it' });
  });

  it.each([
    ['a file', { subtype: 'file_share', text: 'refund order 1004', files: [{ id: 'F1' }] }],
    ['nothing but the name of the app', { text: '<@U0ADA> ' }],
    ['no text', { text: undefined }],
  ])('with %s is unreadable', (_, changes) => {
    const message = say(changes);
    expect(message).toMatchObject({ ...SAID, unreadable: 'unsupported' });
    expect(message).not.toMatchObject({ text: expect.stringContaining('refund') });
  });

  it.each<[string, object]>([
    ['of the app itself', { user: 'U0ADA', bot_id: 'B0ADA', text: 'x' }],
    ['of a bot', { subtype: 'bot_message', bot_id: 'B0NEWS', user: undefined, text: 'x' }],
    ['without a user', { user: undefined, text: 'x' }],
    ['that was deleted', { subtype: 'message_deleted', deleted_ts: '1700000001.000001' }],
    ['that a member joined', { subtype: 'channel_join', text: 'joined' }],
    ['that the topic changed', { subtype: 'channel_topic', text: 'set the topic' }],
    ['of a kind to come', { subtype: 'hologram', text: 'x' }],
  ])('%s is disregarded', (_, changes) => {
    expect(say(changes)).toEqual({ disregarded: expect.any(String) });
  });

  it('of another event is disregarded', () => {
    expect(canonical({ type: 'reaction_added', user: 'U01PERSON', event_ts: '1700000001.000001' })).toEqual({
      disregarded: expect.any(String),
    });
  });

  describe('of an edit', () => {
    const edit = editOf(messageOf(1, 1, 17, { text: 'refund 1004' }), 'refund 1005') as Extract<
      EventCallback['event'],
      { subtype: 'message_changed' }
    >;

    it('has an id of its own and only says what came', () => {
      expect(canonical(edit)).toEqual({
        ...SAID,
        messageId: '1700000001.000017-edited-1700000061.000000',
        replyToMessageId: SAID.messageId,
        text: 'edited message',
        unreadable: 'edited',
      });
    });

    it.each<[string, object]>([
      ['that only adds the preview of a link', { message: { ...edit.message, text: 'refund 1004' } }],
      ['without the edit of a user', { message: { ...edit.message, edited: undefined } }],
      ['of the app itself', { message: { ...edit.message, bot_id: 'B0ADA' } }],
    ])('%s is disregarded', (_, changes) => {
      expect(canonical({ ...edit, ...changes })).toEqual({ disregarded: expect.any(String) });
    });
  });

  describe('that is a pressed button', () => {
    const REQUEST = '5f0c2a1e-8d3b-8a4c-9e11-0123456789ab';
    const action = {
      type: 'button',
      action_id: 'answer-1',
      action_ts: '1700000500.123456',
      value: `${REQUEST}:No: keep it`,
    };
    const press = (changes: Partial<BlockActions> = {}) =>
      toCanonical({
        payload: {
          type: 'block_actions',
          user: { id: 'U02PERSON' },
          channel: { id: 'D0CHAT1' },
          actions: [action],
          ...changes,
        },
        locale: 'en',
      });

    it('is its whole text, answering the run that asked, from the person who pressed', () => {
      expect(press()).toEqual({
        sessionId: 'D0CHAT1',
        userId: 'U02PERSON',
        messageId: 'press-1700000500.123456-U02PERSON',
        text: 'No: keep it',
        answerTo: REQUEST,
        channelMetadata: { locale: 'en' },
      });
    });

    it('in a thread says so, for the answer to stand there too, unless it is shown in the channel', () => {
      expect(press({ message: { thread_ts: THREAD } })).toMatchObject({
        sessionId: 'D0CHAT1',
        messageId: `press-1700000500.123456-U02PERSON-in-${THREAD}`,
      });
      expect(press({ message: { thread_ts: THREAD, subtype: 'thread_broadcast' } })).toMatchObject({
        messageId: 'press-1700000500.123456-U02PERSON',
      });
    });

    it.each<[string, Partial<BlockActions>]>([
      ['of no channel', { channel: undefined }],
      ["of another app's kind", { actions: [{ ...action, action_id: 'vote' }] }],
      ['without a value', { actions: [{ ...action, value: undefined }] }],
      ['with nothing pressed', { actions: [] }],
    ])('%s is disregarded', (_, changes) => {
      expect(press(changes)).toEqual({ disregarded: expect.any(String) });
    });
  });
});
