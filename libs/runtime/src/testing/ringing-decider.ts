import {
  stepOrigin,
  type Category,
  type Decider,
  type EventName,
  type Fact,
  type RecordedOf,
} from '@arbiter/contracts';

/** The requests that a stream has noted, and `rung` once its timer went off. */
export interface Noted {
  readonly noted: readonly string[];
}

export type RingingInput =
  | RecordedOf<'run.submitted'>
  | { readonly name: 'note'; readonly requestId: string }
  | { readonly name: 'due'; readonly key: string };

const RUNG = 'rung';
const KEY = 'ring';
const LONG_AGO = '2026-01-01T00:00:00.000Z';

/**
 * A decider of any category, small enough to see through: it notes each request once, by a fact of its own, and sets a
 * timer that is due at once and rings once.
 */
function ringingDecider(category: Category, own: EventName, noting: (requestId: string) => Fact) {
  const requestOf = ({ data }: Fact): string => (data as { readonly requestId: string }).requestId;
  const decider: Decider<Noted, RingingInput> = {
    category,
    initial: () => ({ noted: [] }),
    evolve: ({ noted }, fact) => {
      if (fact.name !== own) throw new Error(`${fact.name} is no fact of a ${category} stream`);
      return { noted: [...noted, requestOf(fact)] };
    },
    decide: ({ noted }, input) => {
      const requestId = input.name === 'due' ? RUNG : input.name === 'note' ? input.requestId : input.data.requestId;
      return noted.includes(requestId) ? { ignored: 'already_noted' } : [noting(requestId)];
    },
    due: (fact) => [{ key: KEY, at: requestOf(fact) === RUNG ? null : LONG_AGO }],
  };
  return decider;
}

/** Of a session. */
export const sessionRings = ringingDecider('session', 'turn.routed', (requestId) => ({
  name: 'turn.routed',
  data: { requestId, category: 'filler', rule: 'ring', inputs: {}, threadId: null },
}));

/** Of an action. */
export const actionRings = ringingDecider('action', 'action.approved', (requestId) => ({
  name: 'action.approved',
  data: { actionId: 'a', runId: 'r', stepId: 's', origin: stepOrigin('s'), tool: 't', requestId },
}));
