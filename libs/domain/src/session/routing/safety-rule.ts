import { heard, speaksOfSelfHarm } from '../../language';
import type { TurnView } from '../reading/turn-view';
import type { RoutingMatch, RoutingRule } from './routing';

/**
 * A message about harming oneself comes before everything else: it gets a sentence made for it and the offer of a
 * person, and neither answers a question nor ends anything. On an account without a link too, whose messages the other
 * rules do not read.
 */
export const SAFETY_RULE: RoutingRule = {
  category: 'override',
  rule: 'speaks_of_self_harm',
  match: needsPerson,
};

function needsPerson({ said, turn, language }: TurnView): RoutingMatch | null {
  const read = turn.linkOffer === undefined ? said : heard(turn.text, language, turn.personal);
  if (!speaksOfSelfHarm(read, language)) return null;
  return {
    threadId: turn.requestId,
    action: { do: 'offer_person', copy: 'self_harm', args: { sentence: language.words.selfHarmSentence } },
  };
}
