import type { Values } from '@arbiter/contracts';
import type { ReplyPrompt } from '../provider';

const GROUP_WORDS = 5;
/** What is said where a value is missing. */
const NOTHING = '—';

/**
 * The tenant's own sentence with its values in place, in groups of words: prose without a model. A clarification ends
 * with the sentence that offers a person (CL-04).
 */
export async function* proseOf(prompt: ReplyPrompt, signal: AbortSignal): AsyncGenerator<string> {
  for (const group of wordGroups(textOf(prompt))) {
    signal.throwIfAborted();
    yield group;
  }
}

function textOf({ closing, sentence, values }: ReplyPrompt): string {
  const text = sentence.replaceAll(/\{([^{}]*)\}/g, (_, path: string) => written(valueAt(values, path))).trim();
  return closing === null || text.endsWith(closing) ? text : `${text} ${closing}`.trim();
}

/** `a.b.c` in nested values; only what the values hold themselves. */
function valueAt(values: Values, path: string): unknown {
  return path.split('.').reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Values)[name] : undefined),
    values,
  );
}

function written(value: unknown): string {
  if (value === undefined || value === null || value === '') return NOTHING;
  if (Array.isArray(value)) return value.map(written).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Joined they are the text, character by character. */
function wordGroups(text: string): readonly string[] {
  return text.match(new RegExp(`(?:\\S+\\s*){1,${GROUP_WORDS}}`, 'gu')) ?? [];
}
