import type { EventData, Fact } from '@arbiter/contracts';
import { firstDifference } from './difference';

const routed = (changes: Partial<EventData<'turn.routed'>> = {}): Fact => ({
  name: 'turn.routed',
  data: {
    requestId: 'r1',
    category: 'filler',
    rule: 'courtesy',
    inputs: { fillers: ['hi'], words: 1 },
    threadId: null,
    ...changes,
  },
});
const classified = (slots: Record<string, unknown>): Fact => ({
  name: 'intent.classified',
  data: {
    requestId: 'r1',
    threadId: 'r1',
    intentId: null,
    unknownIntent: true,
    rule: 'x',
    redactedParams: [],
    referent: null,
    slots,
  },
});

describe('the first difference', () => {
  it('is none between the same bytes, in whatever order the properties stand', () => {
    const { data } = routed();
    const turned = { name: 'turn.routed', data: Object.fromEntries(Object.entries(data).toReversed()) } as Fact;
    expect(firstDifference([routed(), classified({})], [turned, classified({})])).toBeNull();
  });

  it('is none between a property left out and one that is undefined', () => {
    expect(firstDifference([routed({ inputs: {} })], [routed({ inputs: { nudge: undefined } })])).toBeNull();
  });

  it.each([
    ['a leaf', routed({ rule: 'nudge' }), 'data.rule', '"courtesy"', '"nudge"'],
    [
      'a leaf deep inside',
      routed({ inputs: { fillers: ['hello'], words: 1 } }),
      'data.inputs.fillers.0',
      '"hi"',
      '"hello"',
    ],
    ['a property that is not there', routed({ inputs: { fillers: ['hi'] } }), 'data.inputs.words', '1', 'nothing'],
    [
      'a value of another kind',
      routed({ inputs: { fillers: 'hi', words: 1 } }),
      'data.inputs.fillers',
      '["hi"]',
      '"hi"',
    ],
    [
      'another number of the same look',
      routed({ inputs: { fillers: ['hi'], words: '1' } }),
      'data.inputs.words',
      '1',
      '"1"',
    ],
  ])('is %s', (_, now, path, before, after) => {
    expect(firstDifference([routed()], [now])).toEqual({
      index: 0,
      name: 'turn.routed',
      path,
      recorded: before,
      now: after,
    });
  });

  it('is the first fact of another name, or without a counterpart', () => {
    expect(firstDifference([routed(), routed()], [routed(), classified({})])).toMatchObject({
      index: 1,
      path: 'name',
      recorded: 'turn.routed',
      now: 'intent.classified',
    });
    expect(firstDifference([routed()], [])).toMatchObject({ index: 0, path: 'name', now: 'nothing' });
    expect(firstDifference([], [routed()])).toMatchObject({ index: 0, path: 'name', recorded: 'nothing' });
  });

  it('shows nothing of an object that holds a personal value', () => {
    const asks = (question: object | null) =>
      ({
        name: 'run.followed',
        data: { runId: 'r', follows: 'f', status: 'ok', code: null, header: { steps: [] }, reply: '', question },
      }) as unknown as Fact;
    const question = { key: 'k', expectedType: 'freeform', prompt: 'Is it you, Ada?' };
    expect(firstDifference([asks(question)], [asks(null)])).toMatchObject({
      path: 'data.question',
      recorded: '[personal]',
      now: '[personal]',
    });
    expect(firstDifference([asks(question)], [asks({ ...question, key: 'other' })])).toMatchObject({
      path: 'data.question.key',
      recorded: '"k"',
      now: '"other"',
    });
  });

  it('shows no personal value and no endless one', () => {
    expect(firstDifference([classified({ wish: 'secret' })], [classified({ wish: 'other' })])).toMatchObject({
      path: 'data.slots.wish',
      recorded: '[personal]',
      now: '[personal]',
    });
    expect(firstDifference([routed({ rule: 'x'.repeat(500) })], [routed()])?.recorded).toHaveLength(121);
  });
});
