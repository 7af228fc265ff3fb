import { joinedPersonalValues, personalValuesOf, type Fact, type PersonalValues } from '@arbiter/contracts';
import type { SessionState } from './session-state';

/** As many values as a long chat names; the token of an older value is refused, and the person is asked again. */
const REMEMBERED = 200;

/** The session remembers the values of a proposal's tokens from then on. */
export function withPersonal(state: SessionState, more: PersonalValues = {}): SessionState {
  if (Object.keys(more).length === 0) return state;
  const known = Object.entries(joinedPersonalValues(state.personal, more));
  return { ...state, personal: Object.fromEntries(known.slice(-REMEMBERED)) };
}

/** AG-08: a run gets the values of the tokens in its own arguments, and no others. */
export function givenPersonal({ personal }: SessionState, fact: Fact): Fact {
  if (fact.name !== 'run.requested') return fact;
  const given = personalValuesOf(fact.data.args, personal);
  return Object.keys(given).length === 0 ? fact : { ...fact, data: { ...fact.data, personal: given } };
}
