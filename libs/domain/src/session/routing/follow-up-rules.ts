import type { SlotDefinition } from '@arbiter/contracts';
import { grammarTables, type TenantLanguage, type Utterance } from '../../language';
import { coveredBy } from '../../language/utterance';
import { topicSpokenOf } from '../reading/about-topic';
import { identifiersMeant } from '../reading/fit/standing-number';
import { countedIn } from '../reading/referents';
import type { TurnView } from '../reading/turn-view';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/** "1001?" after an order was spoken of asks the same about another one, and so does "and for 1004 as well" beside what waits for a yes. */
export const FOLLOW_UP_RULE: RoutingRule = { category: 'new_request', rule: 'same_of_another', match: followsUp };

/** With nothing open, and the same asked of it by no earlier topic, it is asked what is wanted with a bare object. */
export const OBJECT_RULE: RoutingRule = { category: 'filler', rule: 'object_without_request', match: namesOnly };

type Spoken = Pick<TurnView, 'subject' | 'session' | 'turn' | 'language'>;

/** One more of the same is asked for: the text is no answer to what waits, and corrects nothing of it. */
export const isAddition = (view: Spoken): boolean => isAdditive(view) && followsUp(view) !== null;

function followsUp({ subject, session, turn, language }: Spoken): RoutingMatch | null {
  const topic = topicSpokenOf(session);
  const slot = objectSlot(topic?.intentId ?? null, language);
  const value = slot && onlyObject(slot, subject, language);
  if (!topic || !slot || value === null || !Object.hasOwn(topic.slots, slot.name) || topic.slots[slot.name] === value) return null;
  return { threadId: turn.requestId, action: { do: 'request', request: subject.text, like: topic.intentId } };
}

export function namesOnly({ subject, session, language }: Omit<Spoken, 'turn'>): RoutingMatch | null {
  if (session.threads.length > 0) return null;
  const slot = language.intents.map(({ intent }) => objectSlot(intent, language)).find((one) => one !== null) ?? null;
  const value = slot && (onlyObject(slot, subject, language) ?? onlyCounted(slot, subject, session, language));
  return value === null ? null : say('object_offer', null, { object: value });
}

const objectSlot = (intentId: string | null, { intents }: TenantLanguage): SlotDefinition | null =>
  intents.find(({ intent }) => intent === intentId)?.slots.find(({ expectedType, required, pattern, cues }) => expectedType === 'identifier' && required && pattern !== undefined && cues !== undefined) ?? null;

/** Who only names an object says no more words than this. */
const LONGEST = 16;

/** The one object that the text names, when it says nothing besides. */
function onlyObject(slot: SlotDefinition, utterance: Utterance, language: TenantLanguage): unknown {
  if (utterance.tokens.length > LONGEST) return null;
  const found = identifiersMeant(slot, utterance, language);
  const [first] = found;
  if (!first || found.length > 1) return null;
  const { words, referring, filler } = language;
  const { grammar } = words;
  const idle = coveredBy(utterance, referring, filler, grammarTables(words).polite);
  const isIdle = (word: string, index: number) =>
    (index >= first.index && index < first.end) || idle.has(index) || grammar.adding.has(word) || grammar.filling.has(word) || grammar.opening.has(word) || (slot.cues ?? []).some((cue) => cue.toLowerCase() === word);
  return utterance.tokens.every(({ word, quoted }, index) => !quoted && isIdle(word, index)) ? first.value : null;
}

/** "the second one", with nothing besides. */
function onlyCounted(slot: SlotDefinition, utterance: Utterance, session: TurnView['session'], language: TenantLanguage): unknown {
  const { grammar, ordinals, pointing } = language.words;
  const isIdle = (word: string) => ordinals.has(word) || pointing.has(word) || grammar.filling.has(word) || grammar.opening.has(word);
  return utterance.tokens.every(({ word }) => isIdle(word)) ? (countedIn(slot, utterance, session, language)?.value ?? null) : null;
}

const isAdditive = ({ subject, language: { words } }: Spoken): boolean => subject.tokens.some(({ word }) => words.grammar.adding.has(word));
