import { labelOf, type ArtifactBundle, type EventData, type Plan, type Values } from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { brief } from '../../words';
import { kindOf, resultsOf, spokenArgs, type Run, type SaidStep } from '../state/run';
import { stepValues } from './step-values';

/** The label of a plan's topic; null for a plan without one. */
export const labelOfPlan = ({ intentId }: Plan, args: Values, { intents }: ArtifactBundle): string | null =>
  intentId === null ? null : labelOf(intentId, intents, args);

/** The subject of a proposal, from the arguments that will be sent. */
export function briefOfProposal(
  run: Run,
  { stepId }: Pick<EventData<'run.suspended'>, 'stepId'>,
  bundle: ArtifactBundle,
): string | null {
  if (run.phase !== 'open' || run.planned === null) return null;
  const { plan } = run.planned;
  const args = spokenArgs(run.planned);
  const step = plan.steps.find(({ id }) => id === stepId);
  const question = bundle.policy.risk.find(({ tool }) => tool === step?.tool)?.question;
  return question === undefined
    ? null
    : brief(question, { args: resolveBindings(step?.args, { args, results: resultsOf(run) }) }, bundle);
}

/** The brief end of a run that did everything it had to; any other end is never shortened. */
export function briefOfEnd(
  run: Run,
  { status, question, header }: EventData<'run.completed'>,
  bundle: ArtifactBundle,
): string | null {
  if (run.phase !== 'open' || run.planned === null || run.planned.plan.scope === null) return null;
  if (status !== 'ok' || question !== null || header.steps.some((step) => step.status !== 'completed')) return null;
  const said = run.planned.plan.steps.findLast(
    (step): step is SaidStep => kindOf(run, step).hasSentence && step.copy !== undefined,
  );
  return said === undefined ? null : brief(said.copy, stepValues(run, run.planned, said), bundle);
}
