import type { SlotDefinition } from '@arbiter/contracts';
import { grammarTables, type TenantLanguage, type Utterance } from '../../language';
import { coveredBy } from '../../language/utterance';
import type { SessionState } from '../state/session-state';
import { topicSpokenOf } from './about-topic';
import { identifiersMeant } from './fit/standing-number';

/** A text together with its session. */
export interface Spoken {
  readonly subject: Utterance;
  readonly session: SessionState;
  readonly language: TenantLanguage;
}

/** The text asks for one more of the same: it is no answer to an open question, and corrects nothing of it. */
export const isAddition = (spoken: Spoken): boolean => isAdditive(spoken) && sameOfAnother(spoken) !== null;

/** The topic of which the text asks the same about another object. */
export function sameOfAnother({ subject, session, language }: Spoken): ReturnType<typeof topicSpokenOf> {
  const topic = topicSpokenOf(session);
  const slot = objectSlot(topic?.intentId ?? null, language);
  const value = slot && onlyObject(slot, subject, language);
  return !topic || !slot || value === null || !Object.hasOwn(topic.slots, slot.name) || topic.slots[slot.name] === value
    ? null
    : topic;
}

export const objectSlot = (intentId: string | null, { intents }: TenantLanguage): SlotDefinition | null =>
  intents
    .find(({ intent }) => intent === intentId)
    ?.slots.find(
      ({ expectedType, required, pattern, cues }) =>
        expectedType === 'identifier' && required && pattern !== undefined && cues !== undefined,
    ) ?? null;

/** A text that only names an object has no more words than this. */
const LONGEST = 16;

/** The one object that the text names, when it says nothing else. */
export function onlyObject(slot: SlotDefinition, utterance: Utterance, language: TenantLanguage): unknown {
  if (utterance.tokens.length > LONGEST) return null;
  const found = identifiersMeant(slot, utterance, language);
  const [first] = found;
  if (!first || found.length > 1) return null;
  const { words, referring, filler } = language;
  const { grammar } = words;
  const idle = coveredBy(utterance, referring, filler, grammarTables(words).polite);
  const isIdle = (word: string, index: number) =>
    (index >= first.index && index < first.end) ||
    idle.has(index) ||
    grammar.adding.has(word) ||
    grammar.filling.has(word) ||
    grammar.opening.has(word) ||
    (slot.cues ?? []).some((cue) => cue.toLowerCase() === word);
  return utterance.tokens.every(({ word, quoted }, index) => !quoted && isIdle(word, index)) ? first.value : null;
}

const isAdditive = ({ subject, language: { words } }: Spoken): boolean =>
  subject.tokens.some(({ word }) => words.grammar.adding.has(word));
