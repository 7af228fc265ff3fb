import { HUMAN_HANDOFF_SENTENCE } from '@arbiter/contracts';
import type { ReplyPrompt } from '../purposes/reply-prompt';
import { proseOf } from './prose';

async function pieces(prompt: Partial<ReplyPrompt>): Promise<readonly string[]> {
  const all: string[] = [];
  const whole: ReplyPrompt = { purpose: 'narrative', sentence: '', locale: 'en', closing: null, ...prompt };
  for await (const piece of proseOf(whole, new AbortController().signal)) all.push(piece);
  return all;
}

describe('template prose', () => {
  it('is the sentence as it stands: braces in it mean nothing', async () => {
    expect((await pieces({ sentence: 'Hello {secret}' })).join('')).toBe('Hello {secret}');
  });

  it('comes in groups of five words that joined are the text', async () => {
    expect(await pieces({ sentence: 'one two three four five six\n\nseven' })).toEqual([
      'one two three four five ',
      'six\n\nseven',
    ]);
  });

  it('ends with the sentence it must end with, once', async () => {
    const closing = HUMAN_HANDOFF_SENTENCE;
    expect((await pieces({ closing, sentence: 'Pardon?' })).join('')).toBe(`Pardon? ${closing}`);
    expect((await pieces({ closing, sentence: `Pardon? ${closing}` })).join('')).toBe(`Pardon? ${closing}`);
    expect((await pieces({ closing })).join('')).toBe(closing);
  });
});
