import {
  MAY_BE_DONE,
  oneLine,
  type ArtifactBundle,
  type EventData,
  type Question,
  type Values,
} from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { answerToOf } from '../../session';
import { namedValues, renderCopy, renderQuestion, titleOfTool, withLabels } from '../../words';
import { acts, kindOf, resultsOf, spokenArgs, type OpenRun, type Planned } from '../state/run';
import { standingsOf } from '../state/standing';
import { anchorOf } from './anchor';

type Suspension = EventData<'run.suspended'>;

/** AP-01: a readable plan, the part of it that is done, and the question that approves the suspended action. */
export function suspension(
  run: OpenRun,
  planned: Planned,
  event: EventData<'action.suspended'>,
  bundle: ArtifactBundle,
): Suspension {
  const { actionId, stepId, binding, expiresAt } = event;
  const {
    runId,
    threadId,
    sessionId,
    channel,
    messageId,
    delivery: { locale },
    branch,
  } = run;
  const steps = planLines(run, planned, event, bundle);
  const proposal = renderCopy(bundle, 'approval_plan', { steps });
  const question = questionOf(run, planned, event, steps, bundle);
  return {
    runId,
    threadId,
    sessionId,
    channel,
    messageId,
    locale,
    anchor: anchorOf(run),
    actionId,
    stepId,
    binding,
    answerTo: answerToOf(actionId),
    question,
    proposal,
    ...(branch && { branch }),
    ...(event.origin.kind === 'undo' && { undoes: true as const }),
    expiresAt,
  };
}

function questionOf(
  run: OpenRun,
  planned: Planned,
  { stepId, question, checks, origin, request, tool }: EventData<'action.suspended'>,
  steps: string,
  bundle: ArtifactBundle,
): Question {
  const step = planned.plan.steps.find(({ id }) => id === stepId)!;
  const isStep = origin.kind === 'step';
  // The step's arguments are the action's: the question names exactly what will be sent. Those of a model's call, and
  // of an undo, are what the gate would send.
  const args = isStep
    ? resolveBindings(step.args, { args: spokenArgs(planned), results: resultsOf(run) })
    : ((request['sent'] ?? request['args'] ?? {}) as Values);
  const title = isStep ? step.title : titleOfTool(tool, bundle);
  // For a deed without a question of its own.
  const details = namedValues(args, bundle, { isAsked: true });
  const asked = renderQuestion(bundle, question, { args, steps, title, details });
  const prompt = checks.rule.endsWith(`:${MAY_BE_DONE}`) ? `${renderCopy(bundle, 'may_be_done')} ${asked}` : asked;
  return withLabels({ key: 'approval', expectedType: 'yes_no', prompt }, bundle);
}

/**
 * `✓ Look up the order, → Refund the order, · Write to them`: done, waiting for the yes, to follow. Of an agent they
 * are its calls so far, and the one that waits; of an undo the tool that undoes.
 */
function planLines(
  run: OpenRun,
  planned: Planned,
  { stepId, origin, tool }: EventData<'action.suspended'>,
  bundle: ArtifactBundle,
): string {
  const lines = standingsOf(run, planned).flatMap(({ step, status }) => {
    const record = run.steps[step.id];
    const calls = record ? kindOf(run, step).underHeader(step, record, bundle) : [];
    const asks = step.id === stepId;
    return [
      ...(acts(run, step) ? [planLine(step.title, asks && origin.kind === 'step' ? ASKS : status)] : []),
      ...calls.map((call) => planLine(call.title, call.status)),
      ...(asks && origin.kind !== 'step' ? [planLine(titleOfTool(tool, bundle), ASKS)] : []),
    ];
  });
  return lines.join(', ');
}

const ASKS = 'asks';

const planLine = (title: string, status: string): string =>
  `${status === ASKS ? '→' : status === 'completed' ? '✓' : '·'} ${oneLine(title)}`;
