import type { Faults } from './judge';

/** The required result of every soak. */
export const NO_FAULTS: Faults = {
  lost: [],
  doubled: [],
  effectsTwice: [],
  unasked: [],
  untrue: [],
  seqGaps: [],
  notReady: [],
};
