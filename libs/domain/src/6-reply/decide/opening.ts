import type { Decision, DecisionContext, Fact, Incoming } from '@arbiter/contracts';
import { evolveRun, type OpenRun, type Run } from '../../4-run';
import { refuseRun } from '../ending';
import { settle } from '../settle';

type Opening = Incoming<'run.requested' | 'plan.accepted' | 'plan.rejected'>;

/** EV-04, R1: whichever comes first opens the run. */
export function onRunRequested(run: Run, input: Incoming<'run.requested'>, context: DecisionContext): Decision {
  switch (run.phase) {
    case 'unopened':
      return settle(run, [opened(input, context)], context);
    case 'open':
      return { ignored: 'already_open' };
    case 'ended':
      return { ignored: 'run_ended' };
  }
}

export function onPlanAccepted(run: Run, input: Incoming<'plan.accepted'>, context: DecisionContext): Decision {
  const refused = planRefusedBy(run);
  if (refused) return refused;
  const { planHash, plan, fallback, args, requestId } = input.data;
  const opening = openingOf(run, input, context);
  const planned: Fact = { name: 'run.planned', data: { runId: requestId, planHash, plan, fallback, args } };
  return settle(run, run.phase !== 'ended' && run.cancelling ? opening : [...opening, planned], context);
}

export function onPlanRejected(run: Run, input: Incoming<'plan.rejected'>, context: DecisionContext): Decision {
  const refused = planRefusedBy(run);
  if (refused) return refused;
  const opening = openingOf(run, input, context);
  const current = opening.reduce(evolveRun, run) as OpenRun;
  return current.cancelling ? settle(run, opening, context) : [...opening, refuseRun(current, input.data, context)];
}

function planRefusedBy(run: Run): Decision | null {
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  return run.phase === 'open' && run.planned !== null ? { ignored: 'already_planned' } : null;
}

/** The fact that opens a run when nothing has yet. */
export const openingOf = (run: Run, input: Opening, context: DecisionContext): readonly Fact[] => (run.phase === 'unopened' ? [opened(input, context)] : []);

function opened({ data }: Opening, { now }: DecisionContext): Fact {
  const { requestId, sessionId, threadId, channel, messageId, artifacts } = data;
  return { name: 'run.opened', data: { runId: requestId, sessionId, threadId, channel, messageId, artifacts, openedAt: now } };
}
