import type { DecisionContext, IntentDefinition } from '@arbiter/contracts';
import { heard, isAngry, matchRequest, tenantLanguage } from '../../language';
import { stanceTo } from '../reading/deeds/stance';
import type { Asked } from '../state/session-state';

type Text = Pick<Asked, 'text' | 'personal' | 'receivedAt'>;

/** Insults, threats and shouting: an angry text is answered as such, unless it also asks for something. */
export const isSaidInAnger = ({ text, personal }: Text, { artifacts }: Pick<DecisionContext, 'artifacts'>): boolean =>
  isAngry(heard(text, tenantLanguage(artifacts), personal), tenantLanguage(artifacts));

/**
 * A deed that an angry text was taken to be about, although it asks for none: a request comes first, anything short of
 * one does not.
 */
export function isOnlyAngry(
  intent: IntentDefinition,
  { text, personal, receivedAt }: Text,
  { artifacts }: Pick<DecisionContext, 'artifacts'>,
): boolean {
  const language = tenantLanguage(artifacts);
  const utterance = heard(text, language, personal);
  if (!isAngry(utterance, language)) return false;
  const { stance } = stanceTo(intent, utterance, language, receivedAt);
  return (
    stance === 'tells' ||
    stance === 'wants_another' ||
    (stance === 'unclear' && matchRequest(language.requests, utterance) !== intent.intent)
  );
}
