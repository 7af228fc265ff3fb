import {
  NO_PERSONAL_VALUES,
  joinedPersonalValues,
  tokensIn,
  withPersonalValues,
  type DecisionContext,
  type PersonalValues,
} from '@arbiter/contracts';
import type { ActionRequest } from '../state/action-request';
import { PASS, deny, type Finding, type Subject } from './finding';

/**
 * AG-08: only here does a value replace its token. The value comes from the run's own request, as recorded in the log,
 * or for a call that a model chose from the recorded answers of its agent.
 */
export const asSent = (asked: ActionRequest, { provenance }: DecisionContext): ActionRequest => ({
  ...asked,
  args: withPersonalValues(asked.args, personalIn(provenance)),
});

const personalIn = (provenance: DecisionContext['provenance']): PersonalValues =>
  (provenance?.agents?.at(-1) ?? [])
    .flatMap((fact) => (fact.name === 'agent.answered' && fact.data.personal ? [fact.data.personal] : []))
    .reduce<PersonalValues>(joinedPersonalValues, provenance?.request.data.personal ?? NO_PERSONAL_VALUES);

/** A token that this run was not given has no value: it is refused, never sent on. */
export function tokensKnown({ request }: Subject): Finding {
  const unknown = tokensIn(request.args).length;
  return unknown === 0
    ? PASS
    : deny('unknown_token', `the arguments name ${unknown} personal values that the run was not given`);
}
