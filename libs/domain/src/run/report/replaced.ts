import { UNEXPECTED_RESULT, type ArtifactBundle, type ExecutionHeader, type HeaderStep } from '@arbiter/contracts';
import { renderCopy } from '../../words';
import { kindOf, type OpenRun } from '../state/run';
import { hasEffect } from './failure-copy';

/**
 * The effects that a replaced run had on the world when it ended, or may have had: the run in its place reports them
 * first.
 */
export function effectsOf(
  run: Pick<OpenRun, 'kinds'>,
  { runId, header: { steps } }: { readonly runId: string; readonly header: ExecutionHeader },
  bundle: ArtifactBundle,
): ExecutionHeader {
  const effects = steps.filter((step) => (isDone(step) || isUnsure(step)) && actsOnTheWorld(run, step, bundle));
  return {
    steps: effects.map((step) => ({
      ...step,
      stepId: step.stepId.includes('.') ? step.stepId : `${runId}.${step.stepId}`,
    })),
  };
}

/** The header lines of the run that this one replaces, before its own. */
export const replacedSteps = ({ replaces, reported }: OpenRun): readonly HeaderStep[] =>
  replaces === null ? [] : (reported?.header.steps ?? []);

/** The same in words, before its own words. */
export function replacedWords(run: OpenRun, bundle: ArtifactBundle): readonly string[] {
  const steps = replacedSteps(run);
  const done = steps.filter(isDone).map(({ title }) => title);
  return [
    ...(done.length > 0 ? [renderCopy(bundle, 'already_done', { steps: done })] : []),
    ...(steps.some(isUnsure) ? [renderCopy(bundle, 'error_unknown_outcome')] : []),
  ];
}

const isDone = ({ status }: HeaderStep): boolean => status === 'completed';
const isUnsure = ({ status, error }: HeaderStep): boolean =>
  status === 'unknown' || (status === 'failed' && error?.code === UNEXPECTED_RESULT);

/** A step that no template knows by that name is taken for one that acts: nothing milder would be true. */
function actsOnTheWorld(run: Pick<OpenRun, 'kinds'>, { stepId }: HeaderStep, bundle: ArtifactBundle): boolean {
  const id = stepId.split('.').at(-1);
  const known = bundle.templates.flatMap(({ steps }) => steps).filter((step) => step.id === id);
  return known.length === 0 || known.some((step) => kindOf(run, step).acts && hasEffect(step.tool, bundle));
}
