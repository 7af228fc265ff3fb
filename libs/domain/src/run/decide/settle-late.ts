import type { ArtifactBundle, DecisionContext, Fact, FactOf } from '@arbiter/contracts';
import { renderCopy, renderHeader } from '../../words';
import { hasEffect, mayHaveHadEffect } from '../report/failure-copy';
import { headerOf } from '../report/header-of-run';
import { evolveRun } from '../state/evolve-run';
import { inFlightOf, isStopped, isUnknown, type EndedRun, type Run, type Unsettled } from '../state/run';
import { standingsOf } from '../state/standing';
import { toUndo } from '../undo/to-undo';
import { undoRequested } from '../undo/undo-requested';

/** R7: a step that was in flight when its run ended has ended; when it is the last one, the run is settled. */
export function settleLate(
  run: EndedRun,
  ended: FactOf<'step.completed' | 'segment.completed' | 'segment.taken_back'>,
  context: DecisionContext,
): readonly Fact[] {
  const { unsettled } = evolveRun(run, ended) as EndedRun;
  if (unsettled === null) return [ended];
  const undos = undosAfterEnd(unsettled, context);
  if (undos.length > 0 || inFlightOf(unsettled.run).length > 0) return [ended, ...undos];
  return [ended, settled(run, unsettled, context)];
}

/** R7, R11: what became of steps whose outcome was unknown, after the run has ended; what is undone is told then. */
export function settledUnknown(run: EndedRun, stepIds: readonly string[], context: DecisionContext): readonly Fact[] {
  const unsettled = { ...run.unsettled!, stepIds };
  const undos = undosAfterEnd(unsettled, context);
  return undos.length > 0 ? undos : [settled(run, unsettled, context, stepIds)];
}

/** R11: a stopped run undoes what becomes known of it after its end as well. */
const undosAfterEnd = ({ run }: Unsettled, context: DecisionContext): readonly Fact[] =>
  isStopped(run) ? toUndo(run, context.artifacts).map((step) => undoRequested(run, step, context)) : [];

/** R7: what had become known of unknown outcomes is told behind the end of the run, whose header did not know it. */
export function withLateNews(run: Run, facts: readonly Fact[], context: DecisionContext): readonly Fact[] {
  const stepIds = run.phase === 'open' ? Object.keys(run.late) : [];
  if (stepIds.length === 0) return facts;
  const after = facts.reduce(evolveRun, run);
  return after.phase === 'ended' ? [...facts, ...settledUnknown(after, stepIds, context)] : facts;
}

function settled(
  { runId, sessionId, threadId, channel, messageId, delivery: { locale } }: EndedRun,
  unsettled: Unsettled,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
  unknown?: readonly string[],
): FactOf<'run.settled'> {
  const { status } = unsettled;
  return {
    name: 'run.settled',
    data: {
      runId,
      ...(unknown && { stepIds: [...unknown] }),
      sessionId,
      threadId,
      channel,
      messageId,
      locale,
      status,
      outcome: outcomeOf(unsettled, artifacts),
      ...(Object.values(unsettled.run.steps).some(isUnknown) && { isUnsure: true }),
      settledAt: now,
    },
  };
}

/**
 * A line for each step that acts on the world, as the header has it (ER-01); reads are left out. Empty without such a
 * step.
 */
function outcomeOf({ run, stepIds }: Unsettled, bundle: ArtifactBundle): string {
  const acting = standingsOf(run, run.planned!).filter(
    ({ step }) => stepIds.includes(step.id) && hasEffect(step.tool, bundle),
  );
  if (acting.length === 0) return '';
  const steps = headerOf(run, 'skipped', bundle).steps.filter(({ stepId }) =>
    acting.some(({ step }) => step.id === stepId),
  );
  const isUnsure = acting.some((standing) => mayHaveHadEffect(standing, bundle));
  return [renderHeader({ steps }, bundle), ...(isUnsure ? [renderCopy(bundle, 'error_unknown_outcome')] : [])].join(
    '\n',
  );
}
