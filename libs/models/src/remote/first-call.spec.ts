import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { FirstCall } from './first-call';

const begun = (id: string, toolName = 'look-up', more = {}): LanguageModelV4StreamPart => ({
  type: 'tool-input-start',
  id,
  toolName,
  ...more,
});
const written = (id: string, delta: string): LanguageModelV4StreamPart => ({ type: 'tool-input-delta', id, delta });
const ended = (toolCallId: string, input: string, more = {}): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'look-up',
  input,
  ...more,
});
const ITS_OWN = { providerExecuted: true };

/** The first whole call in the parts, and how many of them were needed. */
function found(parts: readonly LanguageModelV4StreamPart[]) {
  const first = new FirstCall();
  for (const [index, part] of parts.entries()) {
    const call = first.see(part);
    if (call !== null) return { ...call, after: index + 1 };
  }
  return null;
}

describe('the first whole call of a stream (TP-02)', () => {
  it.each<[string, readonly LanguageModelV4StreamPart[], object | null]>([
    [
      'counts as soon as its arguments are whole, before its end is said',
      [begun('a'), written('a', '{"order":'), written('a', '"1002"}'), ended('a', '{"order":"1002"}')],
      { toolCallId: 'a', toolName: 'look-up', input: '{"order":"1002"}', after: 3 },
    ],
    ['counts at its end where it comes in one piece', [ended('a', '{}')], { toolCallId: 'a', after: 1 }],
    ['counts at its end where it needs no argument', [begun('a'), ended('a', '')], { toolCallId: 'a', after: 2 }],
    [
      'is the one that is whole first, of those that are written at once',
      [begun('a'), begun('b', 'cancel'), written('a', '{'), written('b', '{}'), written('a', '}')],
      { toolCallId: 'b', toolName: 'cancel', after: 4 },
    ],
    [
      'is none that the provider made by itself',
      [begun('s', 'search', ITS_OWN), written('s', '{}'), ended('s', '{}', ITS_OWN), ended('a', '{}')],
      { toolCallId: 'a', after: 4 },
    ],
    ['is none whose arguments break off', [begun('a'), written('a', '{"order":'), ended('a', '{"order":')], null],
    [
      'is none after one that breaks off',
      [begun('a'), written('a', '{"'), ended('a', '{"'), begun('b'), written('b', '{}'), ended('b', '{}')],
      null,
    ],
  ])('%s', (_, parts, call) => {
    if (call === null) expect(found(parts)).toBeNull();
    else expect(found(parts)).toMatchObject(call);
  });

  it('has all that the model wrote up to there: thoughts, words, and each call once', () => {
    const first = new FirstCall();
    first.see({ type: 'reasoning-delta', id: 'r', delta: 'hm' });
    first.see({ type: 'text-delta', id: 't', delta: 'Well.' });
    for (const part of [begun('a'), written('a', '{}'), ended('a', '{}'), ended('b', '{"n":1}')]) first.see(part);
    expect(first.written).toBe('hmWell.look-up{}look-up{"n":1}');
  });
});
