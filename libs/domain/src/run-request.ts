import type { DecisionContext, EventData, FactOf } from '@arbiter/contracts';

/** The router's request for a run. */
export type RunRequest = EventData<'run.requested'>;

/** The turn, the submitted run or the instance that a run is asked for, and how its words reach the person. */
export type Origin = Pick<RunRequest, 'requestId' | 'sessionId' | 'channel' | 'messageId' | 'delivery' | 'overtakes'>;

const NOTHING_ASKED: Omit<RunRequest, keyof Origin | 'purpose' | 'artifacts'> = {
  threadId: null,
  intentId: null,
  template: null,
  copy: null,
  follows: null,
  question: null,
  fallback: false,
  args: {},
  consent: null,
  replaces: null,
};

/** The one run of a turn, pinned to the artifacts it begins with. */
export function runRequested(
  { requestId, sessionId, channel, messageId, delivery, overtakes }: Origin,
  { artifactsHash }: DecisionContext,
  wanted: Pick<RunRequest, 'purpose'> & Partial<RunRequest>,
): FactOf<'run.requested'> {
  const origin: Origin = { requestId, sessionId, channel, messageId, delivery, overtakes };
  return { name: 'run.requested', data: { ...NOTHING_ASKED, ...wanted, ...origin, artifacts: artifactsHash } };
}
