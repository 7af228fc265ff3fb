import type { ArtifactBundle, Decider, RecordedOf } from '@arbiter/contracts';

/** A decider small enough to see through: a session that notes the runs asked of it, each once. */
export interface Notes {
  readonly runs: readonly string[];
}

export type NoteInput =
  | RecordedOf<'run.submitted'>
  | { readonly name: 'note'; readonly requestId: string }
  | { readonly name: 'due'; readonly key: string };

/**
 * A request named `break` is refused with an exception, one named `invalid` gives a fact that is not what its schema
 * says.
 */
export const noteDecider: Decider<Notes, NoteInput> = {
  category: 'session',
  initial: () => ({ runs: [] }),
  evolve: (state, fact) => (fact.name === 'turn.routed' ? { runs: [...state.runs, fact.data.requestId] } : state),
  decide: (state, input) => {
    if (input.name === 'due') return { ignored: 'nothing_due' };
    const requestId = input.name === 'note' ? input.requestId : input.data.requestId;
    if (state.runs.includes(requestId)) return { ignored: 'already_noted' };
    if (requestId === 'break') throw new Error('this input breaks the decider');
    return [routed(requestId === 'invalid' ? (42 as unknown as string) : requestId)];
  },
  due: (fact) =>
    fact.name === 'turn.routed' && fact.data.requestId === 'timer'
      ? [{ key: 'ring', at: '2026-01-01T00:00:00.000Z' }]
      : [],
  skip: (_state, input, cause) => [
    { name: 'turn.skipped', data: { requestId: input.name, cause: cause.slice(0, 50) } },
  ],
};

const routed = (requestId: string) =>
  ({ name: 'turn.routed', data: { requestId, category: 'filler', rule: 'note', inputs: {}, threadId: null } }) as const;

/** What a decider that looks at no artifact is given. */
export const NO_ARTIFACTS = { tenant: 'shop' } as unknown as ArtifactBundle;
