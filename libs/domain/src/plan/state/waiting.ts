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

/**
 * A postponed run waits again. Where the number of its earlier pauses is unknown (null), it is unknown whether it will,
 * so no answer is recorded for it.
 */
export function answersIn({ waiting, budget }: EventData<'plan.draft_failed'>): readonly Answer[] {
  if (budget === undefined) return forGood(waiting.map(({ requestId }) => requestId));
  return waiting.flatMap(({ requestId, pauses }) => (pauses === null ? [] : [{ requestId, pauses }]));
}

export const isAnswered = (answered: readonly Answer[], { requestId, pauses }: Waiting): boolean =>
  answered.some(
    (answer) =>
      answer.requestId === requestId && (answer.pauses === 'all' || (pauses !== null && pauses <= answer.pauses)),
  );

export const isAmong = (waiting: readonly Waiting[], { requestId, pauses }: Waiting): boolean =>
  waiting.some((one) => one.requestId === requestId && one.pauses === pauses);
