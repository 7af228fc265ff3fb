import type { SlotDefinition } from '@arbiter/contracts';
import type { TenantLanguage, Utterance } from '../../language';
import { objectSlot, onlyObject, sameOfAnother, type Spoken } from '../reading/addition';
import { countedIn } from '../reading/referents';
import type { TurnView } from '../reading/turn-view';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/**
 * "1001?" after a message about an order asks the same about another one, and so does "and for 1004 as well" beside an
 * open proposal.
 */
export const FOLLOW_UP_RULE: RoutingRule = { category: 'new_request', rule: 'same_of_another', match: followsUp };

/**
 * With no topic open, and no earlier topic to repeat, a bare object is answered with the question what to do with it.
 */
export const OBJECT_RULE: RoutingRule = { category: 'filler', rule: 'object_without_request', match: namesOnly };

function followsUp(view: TurnView): RoutingMatch | null {
  const topic = sameOfAnother(view);
  return (
    topic && {
      threadId: view.turn.requestId,
      action: { do: 'request', request: view.subject.text, like: topic.intentId },
    }
  );
}

export function namesOnly({ subject, session, language }: Spoken): RoutingMatch | null {
  if (session.threads.length > 0) return null;
  const slot = language.intents.map(({ intent }) => objectSlot(intent, language)).find((one) => one !== null) ?? null;
  const value = slot && (onlyObject(slot, subject, language) ?? onlyCounted(slot, subject, session, language));
  return value === null ? null : say('object_offer', null, { object: value });
}

/** "the second one", with nothing besides. */
function onlyCounted(
  slot: SlotDefinition,
  utterance: Utterance,
  session: TurnView['session'],
  language: TenantLanguage,
): unknown {
  const { grammar, ordinals, pointing } = language.words;
  const isIdle = (word: string) =>
    ordinals.has(word) || pointing.has(word) || grammar.filling.has(word) || grammar.opening.has(word);
  return utterance.tokens.every(({ word }) => isIdle(word))
    ? (countedIn(slot, utterance, session, language)?.value ?? null)
    : null;
}
