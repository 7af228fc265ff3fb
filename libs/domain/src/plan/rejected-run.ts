import type { EventData, FactOf } from '@arbiter/contracts';
import type { PlanRejection } from './compile/rejection';

/** The run that a plan is for, repeated in every fact about it. */
export type PlannedRun = Omit<EventData<'plan.rejected'>, 'reason' | 'detail'>;

export const runOf = ({
  requestId,
  sessionId,
  threadId,
  channel,
  messageId,
  artifacts,
  delivery,
  replaces,
}: PlannedRun): PlannedRun => ({
  requestId,
  sessionId,
  threadId,
  channel,
  messageId,
  artifacts,
  delivery,
  replaces,
});

export const rejectedRun = (run: PlannedRun, { reason, detail }: PlanRejection): FactOf<'plan.rejected'> => ({
  name: 'plan.rejected',
  data: { ...run, reason, detail },
});
