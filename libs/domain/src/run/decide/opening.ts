import { parseStream, type Decision, type DecisionContext, type Fact, type Incoming } from '@arbiter/contracts';
import { announcement } from '../report/announcement';
import { evolveRun } from '../state/evolve-run';
import type { OpenRun, Run } from '../state/run';
import { runStream } from '../state/streams';
import { refuseRun } from './ending';
import { settle } from './settle';

export type Opening = Incoming<'run.requested' | 'plan.accepted' | 'plan.rejected' | 'plan.postponed'>;

/**
 * EV-04, R1: the first of these inputs opens the run. A request for another run means that this one is overtaken
 * (CH-09).
 */
export function onRunRequested(run: Run, input: Incoming<'run.requested'>, context: DecisionContext): Decision {
  if (!isOwn(input, context)) return overtaken(run, input, context);
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
  const { planHash, plan, fallback, args, personal, recognised, requestId, drawnUp } = input.data;
  const opening = openingOf(run, input, context);
  const current = opening.reduce(evolveRun, run) as OpenRun;
  if (current.cancelling) return settle(run, opening, context);
  const taken = { planHash, plan, fallback, args, ...(personal && { personal }), ...(recognised && { recognised }) };
  const planned: Fact = { name: 'run.planned', data: { runId: requestId, ...taken, ...(drawnUp && { drawnUp }) } };
  return settle(run, [...opening, planned, ...announcement(current, taken, context.artifacts)], context);
}

export function onPlanRejected(run: Run, input: Incoming<'plan.rejected'>, context: DecisionContext): Decision {
  const refused = planRefusedBy(run);
  if (refused) return refused;
  const opening = openingOf(run, input, context);
  const current = opening.reduce(evolveRun, run) as OpenRun;
  return current.cancelling ? settle(run, opening, context) : [...opening, refuseRun(current, input.data, context)];
}

/** The overtaking message may come before this run opens; the run then remembers it. */
function overtaken(run: Run, { data }: Incoming<'run.requested'>, { stream }: DecisionContext): Decision {
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  if (run.isOvertaken) return { ignored: 'already_overtaken' };
  return [{ name: 'run.overtaken', data: { runId: parseStream(stream).key, by: data.requestId } }];
}

/** Whether an input is about the run of this stream. */
export const isOwn = ({ data }: Opening, { stream, tenant }: Pick<DecisionContext, 'stream' | 'tenant'>): boolean =>
  stream === runStream(tenant, data.requestId);

function planRefusedBy(run: Run): Decision | null {
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  return run.phase === 'open' && run.planned !== null ? { ignored: 'already_planned' } : null;
}

/** The fact that opens a run when nothing has yet. */
export const openingOf = (run: Run, input: Opening, context: DecisionContext): readonly Fact[] =>
  run.phase === 'unopened' ? [opened(input, context)] : [];

function opened({ data }: Opening, { now }: DecisionContext): Fact {
  const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces } = data;
  return {
    name: 'run.opened',
    data: { runId: requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, openedAt: now },
  };
}
