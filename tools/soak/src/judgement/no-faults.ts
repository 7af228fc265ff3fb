import type { Faults } from './judge';

/** What every soak is to show. */
export const NO_FAULTS: Faults = {
  lost: [],
  doubled: [],
  effectsTwice: [],
  unasked: [],
  untrue: [],
  seqGaps: [],
  notReady: [],
};
