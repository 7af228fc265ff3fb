import type { ReplyPrompt } from '../purposes/reply-prompt';

const GROUP_WORDS = 5;

/**
 * The tenant's own sentence in groups of words: prose without a model. A clarification ends with the sentence that
 * offers a person (CL-04).
 */
export async function* proseOf(prompt: ReplyPrompt, signal: AbortSignal): AsyncGenerator<string> {
  for (const group of wordGroups(textOf(prompt))) {
    signal.throwIfAborted();
    yield group;
  }
}

function textOf({ closing, sentence }: ReplyPrompt): string {
  const text = sentence.trim();
  return closing === null || text.endsWith(closing) ? text : `${text} ${closing}`.trim();
}

/** Joined they are the text, character by character. */
function wordGroups(text: string): readonly string[] {
  return text.match(new RegExp(`(?:\\S+\\s*){1,${GROUP_WORDS}}`, 'gu')) ?? [];
}
