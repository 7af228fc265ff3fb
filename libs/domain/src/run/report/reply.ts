import { placeholdersOf, type ArtifactBundle } from '@arbiter/contracts';
import { stepsReadBy } from '../../plan';
import { renderCopy, sentenceOf } from '../../words';
import type { End } from '../decide/next-move';
import { kindOf, type OpenRun, type Planned, type SaidStep } from '../state/run';
import { standingsOf } from '../state/standing';
import { blamedFor, failureSentence } from './failure-copy';
import { BRANCHES_FAILED } from './objects';
import { outcomeOfStop, type OutcomeOfStop } from './outcome-of-stop';

/**
 * The reply of a run that ends: the texts of its steps, or truthfully why they are missing, and what had been done by
 * then.
 */
export function replyOf(run: OpenRun, { status, code }: End, bundle: ArtifactBundle): string {
  if (status === 'ok' || code === BRANCHES_FAILED) return run.planned ? spoken(run, run.planned, bundle) : '';
  const stop = outcomeOfStop(run, bundle);
  return [whyItStopped(run, stop, bundle), ...aftermath(run, stop, bundle)].join(' ');
}

function whyItStopped(run: OpenRun, stop: OutcomeOfStop, bundle: ArtifactBundle): string {
  const { planned, brokenBy, cancelling } = run;
  const broken = planned && standingsOf(run, planned).find(({ step }) => step.id === brokenBy);
  if (planned && broken && broken.status !== 'cancelled') return failureSentence(run, planned, broken, bundle);
  const [first] = planned?.plan.steps ?? [];
  const said = planned && first ? kindOf(run, first).saysAtStop(run, planned, first, bundle) : null;
  if (said !== null) return said;
  if (cancelling && stop.cameTooLate) return notStopped([...stop.done, ...stop.unsettled], bundle);
  return renderCopy(bundle, cancelling || broken ? 'cancelled' : 'error_default');
}

/** What became of the effects: the reply names them, not only the header. */
function aftermath({ cancelling }: OpenRun, stop: OutcomeOfStop, bundle: ArtifactBundle): readonly string[] {
  const { done, unsettled, undone, notUndone, cameTooLate } = stop;
  const isNamed = cancelling && cameTooLate;
  return [
    ...(done.length > 0 && !isNamed ? [renderCopy(bundle, 'already_done', { steps: done })] : []),
    ...(undone.length > 0 ? [renderCopy(bundle, 'undone', { steps: undone })] : []),
    ...(notUndone.length > 0 ? [renderCopy(bundle, 'not_undone', { steps: notUndone })] : []),
    ...(unsettled.length > 0 && cancelling && !isNamed ? [notStopped(unsettled, bundle)] : []),
    ...(unsettled.length > 0 ? [renderCopy(bundle, 'error_unknown_outcome')] : []),
  ];
}

const notStopped = (deeds: readonly string[], bundle: ArtifactBundle): string =>
  renderCopy(bundle, 'not_stopped', { steps: deeds });

const spoken = (run: OpenRun, planned: Planned, bundle: ArtifactBundle): string =>
  planned.plan.steps
    .map((step) => kindOf(run, step).says(run, planned, step, bundle))
    .filter((text) => text !== '')
    .join('\n');

/** The replacement of a sentence that uses a missing result; null when the sentence can be used. */
export function insteadOf(step: SaidStep, run: OpenRun, planned: Planned, bundle: ArtifactBundle): string | null {
  const standings = standingsOf(run, planned);
  const spokenOf = [...stepsReadBy(step.args), ...stepsNamedIn(sentenceOf(bundle, step.copy) ?? '')];
  const missing = standings.find((standing) => spokenOf.includes(standing.step.id) && standing.status !== 'completed');
  return missing ? failureSentence(run, planned, blamedFor(missing, standings), bundle) : null;
}

const stepsNamedIn = (sentence: string): readonly string[] =>
  placeholdersOf(sentence).flatMap((name) => (name.startsWith('steps.') ? [name.split('.')[1]!] : []));
