import type { IntentDefinition, SlotDefinition } from '@arbiter/contracts';
import { FUNCTION_WORDS } from './function-words';
import { normalForm } from './normal-form';
import { textsAfter } from './phrases';

/** A text without a trigger is itself the content when it has at least this many words that no example has. */
const OWN_WORDS = 3;
const CONNECTIVES = /^(?:[\s:;,.!?–—-]|(?:about|because|that|for|with|regarding|saying)(?![\p{L}\p{N}]))+/iu;

/**
 * The part of a request that is content: the text after a cue of the slot, else after the longest example of the intent
 * ("open a ticket"; of an example with a colon, the part before it), else after a colon; else all of it when most of
 * its words are its own.
 */
export function freeformIn(text: string, intent: IntentDefinition, slot: SlotDefinition): string | undefined {
  const triggers = intent.examples
    .map((example) => triggerOf(example))
    .sort((left, right) => right.length - left.length);
  for (const phrase of [...(slot.cues ?? []), ...triggers, ':']) {
    const rest = textsAfter(text, phrase)[0]?.replace(CONNECTIVES, '').trim();
    if (rest !== undefined && contentWords(rest).length > 0) return rest;
  }
  const known = new Set(intent.examples.flatMap((example) => normalForm(example).split(' ')));
  const own = contentWords(text).filter((word) => !known.has(word));
  return own.length >= OWN_WORDS ? text.trim() : undefined;
}

const triggerOf = (example: string): string => (example.split(':')[0] as string).replace(/[\s.!?]+$/u, '');
const contentWords = (text: string): readonly string[] =>
  normalForm(text)
    .split(' ')
    .filter((word) => word !== '' && !FUNCTION_WORDS.has(word));
