import type { StepKind } from '../state/run';

/** What a kind of step does that says nothing else. */
export const PLAIN: Omit<StepKind, 'begin'> = {
  acts: false,
  speaks: false,
  hasSentence: false,
  announces: false,
  isLast: false,
  holds: false,
  evolve: (run) => run,
  hear: () => null,
  timers: () => [],
  due: () => null,
  patience: () => [],
  atStop: () => 'over',
  withdraw: () => [],
  says: () => '',
  saysAtStop: () => null,
  lines: () => [],
  inHeader: () => ({}),
  underHeader: () => [],
  calls: () => null,
  place: () => null,
  evidence: null,
};
