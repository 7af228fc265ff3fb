import type { IntentDefinition, SlotDefinition } from '@arbiter/contracts';
import type { TenantLanguage, Utterance } from '../../language';
import type { Outcome, SessionState, Thread } from '../state/session-state';
import { topicSpokenOf } from './about-topic';
import { identifiersIn } from './fit/identifiers';

/** The object that a text points at without naming it: its topic, and the rule that found it. */
export interface Referent {
  readonly threadId: string;
  readonly slot: string;
  readonly value: unknown;
  readonly rule: 'pointed_at' | 'the_other' | 'counted';
}

/**
 * The object that an intent lacks and a text points at ("what was in it?", "the other one", "the second"): the object
 * of the latest topic; `ownThreadId` is the topic that the text opens. Null when the text names an object itself or
 * points at none, and when it could mean either of two that were mentioned together.
 */
export function referentOf(
  { slots }: IntentDefinition,
  utterance: Utterance,
  ownThreadId: string,
  whole: SessionState,
  language: TenantLanguage,
): Referent | null {
  const session = { ...whole, threads: whole.threads.filter(({ threadId }) => threadId !== ownThreadId) };
  const slot = slots.find(
    ({ expectedType, required, pattern }) => expectedType === 'identifier' && required && pattern !== undefined,
  );
  if (!slot || identifiersIn(slot, utterance).length > 0) return null;
  const { words } = language;
  const said = utterance.tokens.map(({ word }) => word);
  if (!said.some((word) => words.pointing.has(word) || words.other.has(word) || words.ordinals.has(word))) return null;
  const listed = countedIn(slot, utterance, session, language);
  if (listed !== null) return found(listed, slot, 'counted');
  const known = objectsSpokenOf(slot, session);
  const place = ordinalIn(utterance, language);
  if (place !== undefined)
    return found(known.toSorted((one, other) => one.order - other.order)[place - 1], slot, 'counted');
  if (said.some((word) => words.other.has(word))) return known.length === 2 ? found(known[1], slot, 'the_other') : null;
  const [latest, before] = session.turns.together;
  const group = latest.includes(ownThreadId) ? before : latest;
  const together = known.filter(({ threadId }) => group.includes(threadId));
  return together.length > 1 ? null : found(known[0], slot, 'pointed_at');
}

const ordinalIn = ({ tokens }: Utterance, { words }: TenantLanguage): number | undefined =>
  tokens.map(({ word }) => words.ordinals.get(word)).find((ordinal) => ordinal !== undefined);

/** "the second one", of the list in the topic that ended last. */
export function countedIn(
  { name }: SlotDefinition,
  utterance: Utterance,
  session: SessionState,
  language: TenantLanguage,
): Spoken | null {
  const { lastOutcome } = session;
  const place = ordinalIn(utterance, language);
  const list = lastOutcome?.listed?.[name];
  const value: unknown = place === undefined || !Array.isArray(list) ? undefined : list[place - 1];
  return lastOutcome && value !== undefined ? { threadId: lastOutcome.threadId, value, order: 0 } : null;
}

export interface Spoken {
  readonly threadId: string;
  readonly value: unknown;
  readonly order: number;
}

const found = (spoken: Spoken | undefined, { name }: SlotDefinition, rule: Referent['rule']): Referent | null =>
  spoken ? { threadId: spoken.threadId, slot: name, value: spoken.value, rule } : null;

/** The different objects of this kind that the session knows, the one spoken of last first. */
function objectsSpokenOf({ name }: SlotDefinition, session: SessionState): readonly Spoken[] {
  const { threads, lastOutcome, earlierOutcomes } = session;
  const current = topicSpokenOf(session);
  const topics: readonly (Thread | Outcome)[] = [
    ...(current ? [current] : []),
    ...(lastOutcome ? [lastOutcome] : []),
    ...threads.toReversed(),
    ...earlierOutcomes,
  ];
  const spoken = topics.flatMap((topic) =>
    Object.hasOwn(topic.slots, name) ? [{ threadId: topic.threadId, value: topic.slots[name] }] : [],
  );
  const once = spoken.filter(({ value }, index) => spoken.findIndex((other) => other.value === value) === index);
  return once.map((one, index) => ({ ...one, order: once.length - index }));
}
