import { join } from 'node:path';
import { NO_CONTEXT, retryable, type TurnContext } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { UNKNOWN_USAGE, intent, type Completion, type Draft } from '@arbiter/models';
import { MOST_REPAIRS, repaired } from './repaired';

const shop = loadTenant(join(__dirname, '../../../deploy/tenants/shop'));
const { plainAnswers: _, ...withoutAnswers } = shop.conversation;
const topics: TurnContext['topics'] = [
  { topic: 3, intent: 'refund_order', state: 'waiting', question: 'Which one?', given: [] },
];
const task = (plainAnswers?: (typeof shop)['conversation']['plainAnswers']) =>
  intent.task(
    {
      text: 'where is 1002',
      locale: 'en',
      eligible: ['order_status', 'refund_order'],
      context: { ...NO_CONTEXT, topics },
    },
    { ...shop, conversation: { ...withoutAnswers, ...(plainAnswers ? { plainAnswers } : {}) } },
  );
const completion = (object: unknown): Completion => ({
  text: '',
  object,
  toolCalls: [],
  finish: 'stop',
  usage: UNKNOWN_USAGE,
});
const NONE = { intentId: null, confidence: 0.9, slots: {} };
const TEMPLATE = { ...NONE, template: 'order_status', args: { orderNumber: '1002' } };

/** Answers with these, one after the other, and keeps what it was asked. */
function answering(...objects: readonly unknown[]) {
  const drafts: Draft[] = [];
  return {
    drafts,
    once: async (draft: Draft) => {
      drafts.push(draft);
      const object = objects[drafts.length - 1];
      if (object instanceof Error) throw object;
      return task().answer(completion(object));
    },
  };
}

describe('CL-02, PL-21: what a model proposes is checked, and it is told what was wrong', () => {
  it('twice at most, with the field and never the value', async () => {
    const { drafts, once } = answering(
      { ...NONE, intentId: 'secret-intent' },
      { ...TEMPLATE, args: { orderNumber: 'secret-number' } },
      TEMPLATE,
    );
    await expect(repaired(task().draft, MOST_REPAIRS, once)).resolves.toMatchObject({
      kind: 'template',
      template: 'order_status',
      args: { orderNumber: '1002' },
    });
    expect(drafts.map(({ fields }) => fields['repair']?.value)).toEqual([
      undefined,
      { wrong: expect.stringContaining('intentId') },
      { wrong: expect.stringContaining('orderNumber') },
    ]);
    expect(JSON.stringify(drafts)).not.toContain('secret');
  });

  it('and no more often', async () => {
    const { drafts, once } = answering(...Array.from({ length: 9 }, () => ({ ...NONE, confidence: 7 })));
    await expect(repaired(task().draft, MOST_REPAIRS, once)).rejects.toMatchObject({ code: 'invalid_proposal' });
    expect(drafts).toHaveLength(3);
  });

  it('not where something else went wrong', async () => {
    const { drafts, once } = answering(retryable('reset', 'the connection was reset'));
    await expect(repaired(task().draft, MOST_REPAIRS, once)).rejects.toMatchObject({ code: 'reset' });
    expect(drafts).toHaveLength(1);
  });
});

describe('PL-01, PL-21: a proposal', () => {
  const read = (object: unknown, plainAnswers?: Parameters<typeof task>[0]) =>
    task(plainAnswers).answer(completion(object));

  it('may be an intent with a relation to an open topic', () => {
    expect(read({ ...NONE, intentId: 'refund_order', attachment: 'answers', topic: 3 })).toMatchObject({
      kind: 'intent',
      intentId: 'refund_order',
      attachment: 'answers',
      topic: 3,
    });
  });

  it('may be a plain answer where the tenant allows it', () => {
    const answer = { ...NONE, answer: 'You are welcome.', basis: 'small_talk' };
    expect(read(answer, { from: ['small_talk'] })).toMatchObject({ kind: 'answer', basis: 'small_talk' });
    expect(() => read(answer)).toThrow(/answer is not allowed/);
    expect(() => read(answer, { from: ['knowledge'] })).toThrow(/basis is none of knowledge/);
  });

  it.each([
    [{ ...NONE, topic: 4 }, /topic is none/],
    [{ ...NONE, attachment: 'obeys' }, /attachment is none/],
    [{ ...TEMPLATE, template: 'cancel_order' }, /template is none of the eligible/],
    [{ ...TEMPLATE, args: {} }, /orderNumber is missing/],
    [{ ...TEMPLATE, args: { orderNumber: 1002 } }, /orderNumber must be string/],
    [{ ...TEMPLATE, args: { orderNumber: '1002', steps: [] } }, /no argument/],
    [{ ...TEMPLATE, intentId: 'refund_order' }, /template is not the one/],
    [{ ...TEMPLATE, args: 'all' }, /args is no object/],
  ])('%# that does not fit is refused', (object, message) => {
    expect(() => read(object)).toThrow(message);
  });

  it('is held to a schema in which everything is required and nullable', () => {
    const { schema } = task({ from: ['small_talk'] }).draft;
    expect(schema).toMatchObject({ additionalProperties: false });
    const { required, properties } = schema as { required: string[]; properties: Record<string, unknown> };
    expect(required.toSorted()).toEqual(Object.keys(properties).toSorted());
    expect(properties['template']).toMatchObject({ enum: expect.arrayContaining(['order_status', null]) });
    expect(JSON.stringify(properties)).not.toContain('cancel_order');
    expect(properties['topic']).toMatchObject({ enum: [3, null] });
  });
});
