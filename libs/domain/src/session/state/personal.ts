import {
  joinedPersonalValues,
  mapTexts,
  personalValuesOf,
  withPersonalValues,
  type Fact,
  type PersonalValues,
  type Tagged,
} from '@arbiter/contracts';
import { spelled } from '../../language';
import type { SessionState } from './session-state';

/** As many values as a long chat names; the token of an older value is refused, and the person is asked again. */
const REMEMBERED = 200;

/** The session remembers the values of a proposal's tokens from then on. */
export function withPersonal(state: SessionState, more: PersonalValues = {}): SessionState {
  if (Object.keys(more).length === 0) return state;
  const known = Object.entries(joinedPersonalValues(state.personal, more));
  return { ...state, personal: Object.fromEntries(known.slice(-REMEMBERED)) };
}

/** CX-04: and the values that were recognised in what was said: without the words beside them they are not any more. */
export const withRecognised = (state: SessionState, more: readonly Tagged[] = []): SessionState =>
  more.length === 0
    ? state
    : { ...state, recognised: withoutRepeats([...state.recognised, ...more]).slice(-REMEMBERED) };

export const withoutRepeats = (values: readonly Tagged[]): readonly Tagged[] => [
  ...new Map(values.map((tagged) => [`${tagged.dataClass} ${tagged.value}`, tagged])).values(),
];

/**
 * AG-08: a run gets the values of the tokens in its own arguments, and no others; of the values that were recognised,
 * `said` are those of the message that it is for.
 */
export function givenPersonal({ personal, recognised }: SessionState, said: readonly Tagged[], fact: Fact): Fact {
  if (fact.name !== 'run.requested') return fact;
  const given = personalValuesOf(fact.data.args, personal);
  const found = occurringIn(withPersonalValues(fact.data.args, personal), withoutRepeats([...recognised, ...said]));
  return {
    ...fact,
    data: {
      ...fact.data,
      ...(Object.keys(given).length > 0 && { personal: given }),
      ...(found.length > 0 && { recognised: [...found] }),
    },
  };
}

function occurringIn(args: unknown, values: readonly Tagged[]): readonly Tagged[] {
  if (values.length === 0) return values;
  const texts: string[] = [];
  mapTexts(args, (text) => {
    texts.push(text, spelled(text));
    return text;
  });
  return values.filter(({ value }) => texts.some((text) => text.includes(value) || text.includes(spelled(value))));
}
