import { UI_STREAM_VERSION, type EventData, type ExecutionHeader, type Fact, type Phase, type UiEventType, type UiLine, type Values } from '@arbiter/contracts';
import { resolveBindings } from '../3-plan';
import { evolveRun, type Run } from '../4-run';
import { headerOf, renderHeader } from './header';
import { preMessageOf } from './pre-message';

/** Says a sentence of the tenant's copy. */
export type Say = (copy: string, values: Values) => string;

/** EV-10: a compiled plan is one cycle: its tools, then its words, then its end. */
const PHASE_INDEX: Record<Phase, number> = { tool_phase: 1, action_phase: 2, complete: 3 };

const line = (phase: Phase, type: UiEventType, payload: Values): UiLine => ({ type, phase, phaseIndex: PHASE_INDEX[phase], cycleIndex: 1, payload });

/**
 * What a fact shows to the person. The number of lines follows from the facts alone; only their words come from the copy.
 * Results of tools are not shown (CH-12).
 */
export function linesOf(run: Run, headerShown: boolean, fact: Fact, say: Say): readonly UiLine[] {
  switch (fact.name) {
    case 'run.opened':
      return [line('tool_phase', 'rag.started', { version: UI_STREAM_VERSION, channel: fact.data.channel, messageId: fact.data.messageId })];
    case 'run.planned':
      return planned(fact.data, say);
    case 'step.completed':
      return stepCompleted(run, fact.data);
    case 'run.suspended':
      return suspended(run, fact);
    case 'reply.requested':
      return headerShown || run.phase !== 'open' ? [] : headerLines('action_phase', headerOf(run, 'pending'));
    case 'run.completed':
      return completed(headerShown, fact.data);
    default:
      return [];
  }
}

/** EV-09, PL-25 */
function planned({ planHash, plan, args }: EventData<'run.planned'>, say: Say): readonly UiLine[] {
  const { template, templateVersion, steps } = plan;
  const summary = { kind: 'plan', template, templateVersion, planHash, steps: steps.map(({ id, type, title }) => ({ id, type, title })) };
  const pre = preMessageOf(plan);
  const values = { ...resolveBindings(pre?.step?.args, { args, results: {} }), args };
  return [
    line('tool_phase', 'rag.debug', summary),
    ...(pre ? [line('tool_phase', 'rag.message', { kind: 'pre', text: say(pre.copy, values) })] : []),
  ];
}

/** EX-07, EX-13: what went wrong on the way, and results that the plan means to be seen. */
function stepCompleted(run: Run, { stepId, status, code, result }: EventData<'step.completed'>): readonly UiLine[] {
  if (status !== 'completed') return [line('tool_phase', 'rag.debug', { kind: 'step', stepId, status, code })];
  const step = run.phase === 'open' ? run.planned?.plan.steps.find(({ id }) => id === stepId) : undefined;
  return step?.type === 'emit_results' ? [line('tool_phase', 'rag.results', { kind: 'results', stepId, title: step.title, values: result })] : [];
}

/** AP-01 */
function suspended(before: Run, fact: Fact & { name: 'run.suspended' }): readonly UiLine[] {
  const run = evolveRun(before, fact);
  const { proposal, question, actionId, expiresAt } = fact.data;
  const text = question.prompt === proposal ? proposal : `${proposal}\n${question.prompt}`;
  return [
    ...(run.phase === 'open' ? headerLines('tool_phase', headerOf(run, 'pending')) : []),
    line('tool_phase', 'rag.results', { kind: 'workflow_proposed', plan: proposal, question: question.prompt, actionId, expiresAt, actions: ['approve', 'reject'] }),
    line('tool_phase', 'rag.message', { kind: 'proposal', text }),
  ];
}

/** ER-01: the header comes before the words, and the words before the end. Cancelling is no error (EX-21). */
function completed(headerShown: boolean, { status, code, header, reply, question }: EventData<'run.completed'>): readonly UiLine[] {
  return [
    ...(headerShown ? [] : headerLines('action_phase', header)),
    ...(status === 'error' ? [line('action_phase', 'rag.error', { code, message: reply })] : []),
    ...(reply === '' ? [] : [line('action_phase', 'rag.message', { kind: 'reply', text: reply, ...(question ? { question } : {}) })]),
    line('complete', 'rag.done', { status, ...(code === null ? {} : { code }) }),
  ];
}

const headerLines = (phase: Phase, header: ExecutionHeader): readonly UiLine[] =>
  header.steps.length === 0 ? [] : [line(phase, 'rag.results', { kind: 'execution_header', header, text: renderHeader(header) })];
