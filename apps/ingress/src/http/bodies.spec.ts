import 'reflect-metadata';
import { ChatMessage, InboundMessage, LinkConfirmation, RunSubmission } from '@arbiter/contracts';
import { Problem, objectProblems } from '@arbiter/runtime';
import { MessageBody } from './message-body';
import { RunBody } from './run-body';
import { BodyValidation } from './validation';

const pipe = new BodyValidation();
const problemsOverHttp = (body: unknown, metatype: typeof MessageBody | typeof RunBody) => {
  try {
    pipe.transform(body, { type: 'body', metatype });
    return [];
  } catch (problem) {
    return (problem as Problem).body.errors;
  }
};

describe('a body over HTTP', () => {
  const message = { sessionId: 's', userId: 'u', text: 't', messageId: 'm' };
  const submission = { template: 'echo', sessionId: 's', args: { deep: { list: [1, { a: null }] } } };

  it.each<[string, unknown]>([
    ['a message', message],
    [
      'everything',
      { ...message, replyToMessageId: 'r', answerTo: 'run', channel: 'telegram', channelMetadata: { a: { b: [1] } } },
    ],
    ['nothing', {}],
    [
      'wrong types',
      {
        sessionId: 1,
        userId: null,
        text: [],
        messageId: {},
        channelMetadata: 'x',
        channel: 5,
        replyToMessageId: false,
      },
    ],
    ['too long', { ...message, text: 'x'.repeat(8_001), userId: 'u'.repeat(129) }],
    ['as long as may be', { ...message, text: '😀'.repeat(8_000), userId: 'u'.repeat(128) }],
    ['what only an adapter can say', { ...message, unreadable: 'edited' }],
    ['unknown fields', { ...message, colour: 'red', toString: 1, constructor: {} }],
    ['a list', []],
    ['no object', 'x'],
  ])('is checked as on a channel: %s', (_name, body) => {
    expect(problemsOverHttp(body, MessageBody)).toEqual(objectProblems(ChatMessage, body));
  });

  it.each<[string, object]>([
    ['a template', submission],
    ['no template', {}],
    ['a wrong one', { template: 'A b', args: [] }],
    ['a tool', { ...submission, tool: 'x' }],
  ])('that starts a run is checked by its contract: %s', (_name, body) => {
    expect(problemsOverHttp(body, RunBody)).toEqual(objectProblems(RunSubmission, body));
  });

  it.each(['playbook.reminders', 'account:telegram:5'])('names no customer of the platform itself: %s', (userId) => {
    for (const problems of [
      problemsOverHttp({ ...message, userId }, MessageBody),
      problemsOverHttp({ ...submission, userId }, RunBody),
      objectProblems(InboundMessage, { ...message, userId }),
      objectProblems(LinkConfirmation, { code: 'c', customerId: userId }),
    ])
      expect(problems).toMatchObject([{ detail: expect.stringContaining('names of the platform itself') }]);
    expect(problemsOverHttp({ ...message, userId: userId.replace(/^./u, 'P') }, MessageBody)).toEqual([]);
  });

  it('comes through unchanged', () => {
    expect(pipe.transform(submission, { type: 'body', metatype: RunBody })).toEqual(submission);
  });
});
