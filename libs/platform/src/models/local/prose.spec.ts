import { HUMAN_HANDOFF_SENTENCE } from '@arbiter/contracts';
import type { ReplyPrompt } from '../provider';
import { proseOf } from './prose';

async function pieces(prompt: Partial<ReplyPrompt>): Promise<readonly string[]> {
  const all: string[] = [];
  const whole: ReplyPrompt = { purpose: 'narrative', sentence: '', values: {}, locale: 'en', closing: null, ...prompt };
  for await (const piece of proseOf(whole, new AbortController().signal)) all.push(piece);
  return all;
}

describe('template prose', () => {
  it('puts values in their places, nested ones by path', async () => {
    const values = { orderNumber: '1002', args: { amount: 49.9 }, items: ['tea', 2], paid: false };
    expect((await pieces({ sentence: '{orderNumber}: {args.amount} EUR, {items}, {paid}', values })).join('')).toBe('1002: 49.9 EUR, tea, 2, false');
  });

  it('says a dash where a value is missing, and takes nothing that the values do not hold themselves', async () => {
    expect((await pieces({ sentence: '{a} {b.c} {constructor} {b.toString} {d}', values: { b: {}, d: null } })).join('')).toBe('— — — — —');
  });

  it('takes values as they stand: braces in them mean nothing', async () => {
    expect((await pieces({ sentence: 'Hello {name}', values: { name: '{secret}', secret: 'x' } })).join('')).toBe('Hello {secret}');
  });

  it('comes in groups of five words that joined are the text', async () => {
    expect(await pieces({ sentence: 'one two three four five six\n\nseven' })).toEqual(['one two three four five ', 'six\n\nseven']);
  });

  it('ends with the sentence it must end with, once', async () => {
    const closing = HUMAN_HANDOFF_SENTENCE;
    expect((await pieces({ closing, sentence: 'Pardon?' })).join('')).toBe(`Pardon? ${closing}`);
    expect((await pieces({ closing, sentence: `Pardon? ${closing}` })).join('')).toBe(`Pardon? ${closing}`);
    expect((await pieces({ closing })).join('')).toBe(closing);
  });
});
