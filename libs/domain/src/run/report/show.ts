import {
  UI_STREAM_VERSION,
  stepEndsIn,
  type ArtifactBundle,
  type EventData,
  type Fact,
  type UiLine,
  type Values,
} from '@arbiter/contracts';
import { headerLines, line, message, renderCopy, sentenceOf } from '../../words';
import { progressOf } from '../branches/progress';
import { evolveRun } from '../state/evolve-run';
import { kindOf, stepOf, type OpenRun, type Run } from '../state/run';
import { agentLine, agentLines } from './agent-lines';
import { anchorOf } from './anchor';
import { briefOfEnd, briefOfProposal, labelOfPlan } from './briefs';
import { headerOf } from './header-of-run';
import { objectsOf } from './objects';
import { pauseLines } from './paused';
import { placeOf, placed } from './place';
import { preMessageOf } from './pre-message';

/** The tenant's sentence about the branches of a playbook that wait for an approval. */
const WAITING_COPY = 'playbook_waiting';

/**
 * The lines that a fact shows to the person; the bundle is in their language. None comes after the end (EV-04): later
 * news gets a run of its own.
 */
export function linesOf(run: Run, headerShown: boolean, fact: Fact, bundle: ArtifactBundle): readonly UiLine[] {
  if (run.phase === 'ended' || isOfBranch(run, fact)) return [];
  const lines = shownBy(run, headerShown, fact, bundle);
  const before = placeOf(run);
  if (before === null) return lines;
  const place = placeOf(evolveRun(run, fact)) ?? before;
  return lines.map((one) => placed(place, one));
}

function shownBy(run: Run, headerShown: boolean, fact: Fact, bundle: ArtifactBundle): readonly UiLine[] {
  switch (fact.name) {
    case 'run.opened':
      return [opened(fact.data)];
    case 'run.planned':
      return planned(run, fact.data, bundle);
    case 'run.announced':
      return [message('tool_phase', 'pre', fact.data, fact.data.text)];
    case 'step.completed':
    case 'segment.completed':
      return [
        ...stepEndsIn(fact).flatMap((end) => stepCompleted(run, end, bundle)),
        ...(headerShown ? [] : headerWhile(isWaiting, run, fact, bundle)),
      ];
    case 'action.requested':
      return fact.data.origin.kind === 'undo' && !headerShown ? headerWhile(isOpen, run, fact, bundle) : [];
    case 'run.resumed':
      return fact.data.decision === 'approve' && !headerShown ? headerWhile(isOpen, run, fact, bundle) : [];
    case 'run.suspended':
      return suspended(run, fact, bundle);
    case 'reply.requested':
      return headerShown || run.phase !== 'open'
        ? []
        : headerLines('action_phase', headerOf(run, 'pending', bundle), bundle);
    case 'sweep.begun':
    case 'branch.recorded':
      return progressOf(run, fact);
    case 'sweep.suspended':
      return [...progressOf(run, fact), ...waitingFor(run, fact.data, bundle)];
    case 'agent.requested':
      return [agentLine(fact.data.stepId, null)];
    case 'agent.recorded':
      return agentLines(run, fact, bundle);
    case 'run.paused':
      return pauseLines(run, fact.data, bundle);
    case 'reply.composed':
      return refused(fact.data);
    case 'run.completed':
      return completed(run, headerShown, fact.data, bundle);
    default:
      return [];
  }
}

/** The run that a branch belongs to shows what the branch does. */
const isOfBranch = (run: Run, fact: Fact): boolean =>
  run.phase === 'open' ? run.branch !== undefined : fact.name === 'run.opened' && fact.data.branch !== undefined;

const opened = ({ channel, messageId, delivery: { locale, clears } }: EventData<'run.opened'>): UiLine =>
  line('tool_phase', 'rag.started', { version: UI_STREAM_VERSION, channel, messageId, locale, clears });

/** EV-09, PL-25: a plan that acts and has no words of its own for it shows that work has begun. */
function planned(
  run: Run,
  { planHash, plan, args }: EventData<'run.planned'>,
  bundle: ArtifactBundle,
): readonly UiLine[] {
  const { template, templateVersion, steps } = plan;
  const summary = {
    kind: 'plan',
    template,
    templateVersion,
    planHash,
    label: labelOfPlan(plan, args, bundle),
    steps: steps.map(({ id, type, title }) => ({ id, type, title })),
  };
  const isSilent = run.phase === 'open' && plan.scope !== null && preMessageOf(run, plan) === null;
  return [
    line('tool_phase', 'rag.debug', summary),
    ...(isSilent
      ? [
          message(
            'tool_phase',
            'pre',
            { messageId: run.messageId, anchor: anchorOf(run) },
            renderCopy(bundle, 'working'),
          ),
        ]
      : []),
  ];
}

/** EX-07, EX-13, EV-01: failures on the way, and the results and sources that the plan declares as visible. */
function stepCompleted(
  run: Run,
  { stepId, status, code, result }: EventData<'step.completed'>,
  bundle: ArtifactBundle,
): readonly UiLine[] {
  if (status !== 'completed') return [line('tool_phase', 'rag.debug', { kind: 'step', stepId, status, code })];
  const step = run.phase === 'open' ? stepOf(run, stepId) : undefined;
  return step ? kindOf(run, step).lines(step, result, bundle) : [];
}

/** AP-07: one notice for all that waits for a yes, where the tenant has words for it. */
const waitingFor = (
  run: Run,
  { waiting, expiresAt }: EventData<'sweep.suspended'>,
  bundle: ArtifactBundle,
): readonly UiLine[] =>
  run.phase !== 'open' || sentenceOf(bundle, WAITING_COPY) === undefined
    ? []
    : [
        message(
          'tool_phase',
          'pre',
          { messageId: run.messageId, anchor: anchorOf(run) },
          renderCopy(bundle, WAITING_COPY, { waiting, expiresAt }),
        ),
      ];

/** PR-05: why words of a model were not shown; never which. */
const refused = ({ stepId, refused: claims = [] }: EventData<'reply.composed'>): readonly UiLine[] =>
  claims.length === 0 ? [] : [line('action_phase', 'rag.debug', { kind: 'prose', stepId, refused: claims })];

/** AP-01 */
function suspended(before: Run, fact: Fact & { name: 'run.suspended' }, bundle: ArtifactBundle): readonly UiLine[] {
  const run = evolveRun(before, fact);
  const { proposal, question, actionId, answerTo, expiresAt } = fact.data;
  const text = question.prompt === proposal ? proposal : `${proposal}\n${question.prompt}`;
  return [
    ...(run.phase === 'open' ? headerLines('tool_phase', headerOf(run, 'pending', bundle), bundle) : []),
    line('tool_phase', 'rag.results', {
      kind: 'workflow_proposed',
      plan: proposal,
      question: question.prompt,
      actionId,
      answerTo,
      expiresAt,
      actions: ['approve', 'reject'],
      choices: question.choices ?? [],
      brief: briefOfProposal(before, fact.data, bundle),
    }),
    message('tool_phase', 'proposal', fact.data, text),
  ];
}

/** The header beside a proposal is shown again when it has changed: a step has ended, or an approved action goes on. */
function headerWhile(
  holds: (run: OpenRun) => boolean,
  before: Run,
  fact: Fact,
  bundle: ArtifactBundle,
): readonly UiLine[] {
  const run = evolveRun(before, fact);
  return run.phase === 'open' && holds(run) ? headerLines('tool_phase', headerOf(run, 'pending', bundle), bundle) : [];
}

const isOpen = (): boolean => true;
const isWaiting = (run: OpenRun): boolean => Object.values(run.steps).some(({ status }) => status === 'suspended');

/** ER-01: the header comes before the words, and the words before the end. Cancelling is no error (EX-21). */
function completed(
  run: Run,
  headerShown: boolean,
  data: EventData<'run.completed'>,
  bundle: ArtifactBundle,
): readonly UiLine[] {
  const { status, code, header, reply, question, isDone } = data;
  const brief = briefOfEnd(run, data, bundle);
  const objects = run.phase === 'open' ? objectsOf(run) : null;
  return [
    ...(headerShown ? [] : headerLines('action_phase', header, bundle)),
    ...(status === 'error' ? [line('action_phase', 'rag.error', { code, message: reply })] : []),
    ...(reply === ''
      ? []
      : [
          message('action_phase', 'reply', data, reply, {
            ...(question ? { question } : {}),
            ...(brief === null ? {} : { brief }),
            ...reportersOf(run, data),
            ...(run.phase === 'open' && run.writtenBy !== null ? { writtenBy: run.writtenBy } : {}),
          }),
        ]),
    line('complete', 'rag.done', { status, isDone, ...(code === null ? {} : { code }), ...(objects && { objects }) }),
  ];
}

/**
 * A run that reports another's end says so, and the other names its reporter: a client that reads both need not show
 * one end twice.
 */
function reportersOf(run: Run, { followers }: EventData<'run.completed'>): Values {
  const reports = run.phase === 'open' && run.reported ? run.planned?.plan.steps[0]?.follows : undefined;
  return { ...(followers.length > 0 ? { reportedBy: followers } : {}), ...(reports === undefined ? {} : { reports }) };
}
