import type { EventData, Waiting } from '@arbiter/contracts';

/** P3: the answer to a run that waited at a key. */
export interface Answer {
  readonly requestId: string;
  /** after how many pauses; `all`: it does not come again at all */
  readonly pauses: number | 'all';
}

export const waiterIn = ({ requestId, pauses }: Waiting): Waiting => ({ requestId, pauses });

export const forGood = (requestIds: readonly string[]): readonly Answer[] =>
  requestIds.map((requestId) => ({ requestId, pauses: 'all' }));

/** A postponed run waits again. */
export const answersIn = ({ waiting, budget }: EventData<'plan.draft_failed'>): readonly Answer[] =>
  budget === undefined ? forGood(waiting.map(({ requestId }) => requestId)) : waiting.map(waiterIn);

export const isAnswered = (answered: readonly Answer[], { requestId, pauses }: Waiting): boolean =>
  answered.some((answer) => answer.requestId === requestId && (answer.pauses === 'all' || pauses <= answer.pauses));

export const isAmong = (waiting: readonly Waiting[], { requestId, pauses }: Waiting): boolean =>
  waiting.some((one) => one.requestId === requestId && one.pauses === pauses);
