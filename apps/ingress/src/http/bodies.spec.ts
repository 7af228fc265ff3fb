import 'reflect-metadata';
import { InboundMessage, RunSubmission } from '@arbiter/contracts';
import { Problem, objectProblems } from '@arbiter/platform';
import { MessageBody } from './message-body';
import { RunBody } from './run-body';
import { bodyValidation } from './validation';

const pipe = bodyValidation();
const problemsOverHttp = async (body: unknown, metatype: typeof MessageBody | typeof RunBody) => {
  try {
    await pipe.transform(body, { type: 'body', metatype });
    return [];
  } catch (problem) {
    return ((problem as Problem).body.errors ?? []).toSorted((one, other) => one.field.localeCompare(other.field));
  }
};

describe('a body over HTTP', () => {
  const message = { sessionId: 's', userId: 'u', text: 't', messageId: 'm' };
  const submission = { template: 'echo', args: { deep: { list: [1, { a: null }] } } };

  it.each<[string, object]>([
    ['a message', message],
    ['everything', { ...message, replyToMessageId: 'r', channel: 'telegram', channelMetadata: { a: { b: [1] } } }],
    ['nothing', {}],
    ['wrong types', { sessionId: 1, userId: null, text: [], messageId: {}, channelMetadata: 'x', channel: 5, replyToMessageId: false }],
    ['too long', { ...message, text: 'x'.repeat(8_001), userId: 'u'.repeat(129) }],
    ['as long as may be', { ...message, text: '😀'.repeat(8_000), userId: 'u'.repeat(128) }],
    ['unknown fields', { ...message, colour: 'red', toString: 1 }],
  ])('is checked as on a channel: %s', async (_name, body) => {
    const onChannel = objectProblems(InboundMessage, body).toSorted((one, other) => one.field.localeCompare(other.field));
    expect(await problemsOverHttp(body, MessageBody)).toEqual(onChannel);
  });

  it.each<[string, object]>([['a template', submission], ['no template', {}], ['a wrong one', { template: 'A b', args: [] }], ['a tool', { ...submission, tool: 'x' }]])(
    'that starts a run is checked by its contract: %s', async (_name, body) => {
      expect(await problemsOverHttp(body, RunBody)).toEqual([...objectProblems(RunSubmission, body)]);
    },
  );

  it('comes through unchanged', async () => {
    expect(await pipe.transform(submission, { type: 'body', metatype: RunBody })).toEqual(submission);
  });
});
