import type { Decider } from '@arbiter/contracts';

/** A decider whose state holds every outcome it was told of. */
export interface Outcomes {
  readonly told: readonly string[];
  readonly runs: Readonly<Record<string, number>>;
}

export interface Tell {
  readonly name: 'tell';
  readonly outcome: string;
}

export const outcomeDecider: Decider<Outcomes, Tell> = {
  category: 'session',
  initial: () => ({ told: [], runs: {} }),
  evolve: (state, fact) => {
    if (fact.name !== 'thread.followed') return state;
    const { runId, outcome } = fact.data;
    return { told: [...state.told, outcome].slice(-8), runs: { ...state.runs, [runId]: (state.runs[runId] ?? 0) + 1 } };
  },
  decide: ({ told }, { outcome }) => [
    {
      name: 'thread.followed',
      data: {
        threadId: 't',
        runId: `r${told.length % 3}`,
        status: 'done',
        question: null,
        actionId: null,
        binding: null,
        askedAt: null,
        outcome,
      },
    },
  ],
};
