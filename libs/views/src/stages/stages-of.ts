import {
  actionEndsIn,
  branchOfRunId,
  type EventData,
  type EventName,
  type PlanStep,
  type RecordedOf,
} from '@arbiter/contracts';
import { REDACTED } from '@arbiter/store';
import { remembered, type SessionMemory } from '../folds/session-memory';
import { STAGES, type Stage, type StagePayloads, type StepKind, type TelemetryEvent } from './telemetry-event';

/**
 * A stage whose session is not known yet: an action's own facts name only their run. `isLate` marks a stage that a turn
 * gets from a fact of another subject, because no fact of its own gave it before; it counts only when the interaction
 * has no stage of that name yet.
 */
export type SessionlessStage = Omit<TelemetryEvent, 'session_id'> & { readonly isLate?: true };

type Level = TelemetryEvent['level'];
type Checks = EventData<'action.denied'>['checks'];

/**
 * The stages that a fact gives, mostly none (TL-01). `memory` is the session's memory before the fact; it is used when
 * a message comes in. Pure: facts in, stages out.
 */
export function stagesOf(event: RecordedOf<EventName>, memory: SessionMemory | null): readonly SessionlessStage[] {
  switch (event.name) {
    case 'turn.received':
    case 'run.submitted':
      return [stage('received', event, event.data.requestId, received(remembered(memory, event)))];
    case 'intent.requested':
      return event.data.attempt === 1
        ? [stage('intents_eligible', event, event.data.requestId, { eligible: event.data.eligible })]
        : [];
    case 'intent.classified':
      return [
        stage(
          'intent_classified',
          event,
          event.data.requestId,
          classified(event.data),
          event.data.intentId === null ? 'warn' : 'info',
        ),
      ];
    case 'run.requested':
      return inherited(event);
    case 'plan.accepted':
      return [
        stage('plan_created', event, event.data.requestId, {
          intent_id: event.data.plan.intentId,
          steps: event.data.plan.steps.map(kindOf),
        }),
      ];
    case 'run.planned':
      // PL-25: a plan is announced before it is carried out; a plan that only speaks is its own message.
      return branchOfRunId(event.data.runId) !== null ||
        (event.data.plan.scope === null && !event.data.plan.steps.some(({ follows }) => follows !== undefined))
        ? []
        : [stage('plan_communicated', event, event.data.runId, { message: REDACTED })];
    case 'run.completed':
      return [stage('respond', event, event.data.runId, responded(event.data), LEVELS[event.data.status])];
    default:
      return actionStages(event);
  }
}

function actionStages(event: RecordedOf<EventName>): readonly SessionlessStage[] {
  switch (event.name) {
    case 'action.approved':
      // The turn that approves an action: the action was checked again at that moment.
      return [stage('policy_check', event, event.data.requestId, { allowed: true })];
    case 'action.denied':
    case 'action.suspended':
    case 'action.queued':
      return policyCheck(event, event.data);
    case 'action.succeeded':
      return [...policyCheck(event, event.data), ...executed(event, event.data, true)];
    case 'action.failed':
      // Attempt 0: it failed before anything was tried.
      return [
        ...policyCheck(event, event.data),
        ...(event.data.attempt === 0 ? [] : executed(event, event.data, false)),
      ];
    case 'segment.ended':
      return actionEndsIn(event).flatMap(actionStages);
    case 'action.unknown':
      return executed(event, event.data, false);
    default:
      return [];
  }
}

const LEVELS: Record<EventData<'run.completed'>['status'], Level> = { ok: 'info', cancelled: 'warn', error: 'error' };

/** CL-10: every stage after the intent was settled carries it. */
const stage = <S extends TelemetryEvent['stage']>(
  name: S,
  { time, intentId }: RecordedOf<EventName>,
  interaction: string,
  payload: StagePayloads[S],
  level: Level = 'info',
) =>
  ({
    timestamp: time,
    interaction_id: interaction,
    stage: name,
    level,
    payload: intentId !== undefined && isLater(name) ? { intent_id: intentId, ...payload } : payload,
  }) as SessionlessStage;

const isLater = (name: Stage): boolean => STAGES.indexOf(name) > STAGES.indexOf('plan_created');

const received = ({ history_count, params_keys, waiting_for_param }: SessionMemory): StagePayloads['received'] => ({
  memory: { history_count, params_keys, waiting_for_param },
});

const classified = ({ intentId, redactedParams }: EventData<'intent.classified'>): StagePayloads['intent_classified'] =>
  intentId === null
    ? { intent_id: null, unknown_intent: true }
    : { intent_id: intentId, redacted_params: redactedParams };

/**
 * TL-01: a turn that fills a slot, answers, approves or takes back is about the intent of its topic: nothing else could
 * be meant, and nothing had to be classified anew. A run of which no intent is known has neither stage.
 */
function inherited(event: RecordedOf<'run.requested'>): readonly SessionlessStage[] {
  const { requestId, intentId } = event.data;
  if (intentId === null) return [];
  const stages = [
    stage('intents_eligible', event, requestId, { eligible: [intentId] }),
    stage('intent_classified', event, requestId, { intent_id: intentId, redacted_params: [] }),
  ];
  return stages.map((one) => ({ ...one, isLate: true as const }));
}

/** The eight stages know three kinds of step; a step that is neither a tool call nor a question is a reply. */
const kindOf = ({ type }: PlanStep): StepKind => (type === 'tool_call' || type === 'ask_user' ? type : 'respond');

/** An action is checked once: later facts of it carry no checks. */
function policyCheck(
  event: RecordedOf<EventName>,
  { runId, checks }: { readonly runId: string; readonly checks: Checks | null },
): readonly SessionlessStage[] {
  if (!checks) return [];
  const { allowed, reasons } = checks;
  return [
    stage(
      'policy_check',
      event,
      runId,
      { allowed, ...(reasons.length > 0 ? { reasons } : {}) },
      allowed ? 'info' : 'warn',
    ),
  ];
}

/** An execution belongs to the turn that asked for it, and to the turn that approved it (TL-01). */
const executed = (
  event: RecordedOf<EventName>,
  { runId, tool, approvedBy }: Executed,
  ok: boolean,
): readonly SessionlessStage[] =>
  [runId, ...(approvedBy === undefined ? [] : [approvedBy])].map((interaction) =>
    stage('tool_execute', event, interaction, { ok, tool }, ok ? 'info' : 'error'),
  );

type Executed = Pick<EventData<'action.succeeded'>, 'runId' | 'tool' | 'approvedBy'>;

/** The reply comes redacted from the log. */
function responded({ reply, question, fallback }: EventData<'run.completed'>): StagePayloads['respond'] {
  if (fallback) return { message: reply, fallback: true, unknown_intent: true };
  return question ? { message: reply, waiting_for_param: question.key } : { message: reply };
}

type Named = Pick<TelemetryEvent, 'interaction_id' | 'stage'>;

/** Leaves out every late stage that its interaction has already, here or among those before. */
export function withoutRepeats<S extends Named & { readonly isLate?: true }>(
  stages: readonly S[],
  before: readonly Named[],
): readonly Omit<S, 'isLate'>[] {
  const nameOf = ({ interaction_id: interaction, stage: name }: Named) => `${interaction} ${name}`;
  const written = new Set(before.map(nameOf));
  return stages.flatMap(({ isLate, ...one }) => {
    const name = nameOf(one as unknown as Named);
    if (isLate && written.has(name)) return [];
    written.add(name);
    return [one];
  });
}
