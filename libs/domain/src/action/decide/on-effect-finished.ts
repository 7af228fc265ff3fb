import type { Decision, DecisionContext, Fact, ToolDefinition, UnknownCode } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { EffectFinished, ProbeFinished } from '../action-inputs';
import { compiledTool } from '../calls/compiled-tool';
import type { Refusal } from '../calls/effect-outcome';
import { repeatClassOf } from '../calls/repeat-class';
import { backoffMilliseconds, patienceMilliseconds } from '../calls/retry';
import { lastSent, type ActionState } from '../state/action-state';
import { failed, succeeded, unknown, type Cause } from './endings';
import { playbookAsked } from './playbook-asked';
import { queuedAgain } from './queue';
import { settledByVendor } from './unknown-outcome';

type Begun = Extract<ActionState, { status: 'dispatched' | 'waiting' | 'queued' }>;
type Dispatched = Extract<ActionState, { status: 'dispatched' }>;

/**
 * An attempt has ended. An effect that took place is a fact whichever attempt it was; any other outcome must be that of
 * the last attempt.
 */
export function onEffectFinished(
  state: ActionState,
  { attempt, outcome, draw }: EffectFinished,
  context: DecisionContext,
): Decision {
  if (state.status === 'unknown' && outcome.kind === 'succeeded')
    return [settledByVendor(state, 'done', outcome.result, context.now)];
  const open = openAttempt(state, attempt, outcome.kind === 'succeeded');
  if ('ignored' in open) return open;
  if (outcome.kind === 'succeeded')
    return [
      succeeded(open, attempt, outcome.result, false, context.now),
      ...playbookAsked(open, outcome.result, context),
    ];
  const dispatched = open as Dispatched;
  const tool = compiledTool(context.artifacts, open.action.tool)?.definition;
  const before = open.unsettled && !(tool && settledByNow(tool));
  switch (outcome.kind) {
    case 'transient': {
      const unsettled = before || (open.unsettled && outcome.isBusy === true);
      return [tryAgain(dispatched, tool, { ...outcome, unsettled, draw }, context)];
    }
    case 'permanent':
      return [refused(dispatched, tool, outcome, { unsettled: before, draw, context })];
    case 'ambiguous':
      if (!tool || repeatClassOf(tool) === 'none')
        return [unknown(open, outcome.code as UnknownCode, outcome.reason, context)];
      return [tryAgain(dispatched, tool, { ...outcome, retryAfterMilliseconds: null, unsettled: true, draw }, context)];
  }
}

/** The vendor has answered whether the effect took place. */
export function onProbeFinished(
  state: ActionState,
  { attempt, finding, draw }: ProbeFinished,
  context: DecisionContext,
): Decision {
  if (state.status === 'unknown' && finding.kind === 'found')
    return [settledByVendor(state, 'done', finding.result, context.now)];
  const open = openAttempt(state, attempt, finding.kind === 'found');
  if ('ignored' in open) return open;
  if (finding.kind === 'found') return [succeeded(open, attempt, finding.result, true, context.now)];
  const tool = compiledTool(context.artifacts, open.action.tool)?.definition;
  return [tryAgain(open as Dispatched, tool, { ...finding, unsettled: open.unsettled, draw }, context)];
}

function openAttempt(state: ActionState, attempt: number, tookEffect: boolean): Begun | { readonly ignored: string } {
  if (state.status !== 'dispatched' && state.status !== 'waiting' && state.status !== 'queued')
    return { ignored: 'not_in_flight' };
  if (attempt > lastSent(state)) return { ignored: 'no_such_attempt' };
  if (tookEffect || (state.status === 'dispatched' && attempt === state.attempt)) return state;
  return { ignored: 'stale_attempt' };
}

interface Circumstances {
  readonly unsettled: boolean;
  readonly draw: number;
  readonly context: DecisionContext;
}

/**
 * A refusal ends the action where no attempt before it may have had its effect, or where it speaks of that effect too.
 * A vendor that is at work on an earlier attempt is asked again later, within the window of the key.
 */
function refused(
  state: Dispatched,
  tool: ToolDefinition | undefined,
  refusal: Refusal,
  { unsettled, draw, context }: Circumstances,
): Fact {
  if (refusal.isBusy && (state.unsettled || knowsKey(state, tool, refusal)))
    return tryAgain(state, tool, { retryAfterMilliseconds: null, ...refusal, unsettled: true, draw }, context);
  return unsettled && !refusal.isFinal ? openEnd(state, refusal.code, context) : failed(state, refusal, context.now);
}

/** A conflict that is no named refusal of the tool, upon a repeated key: the vendor has taken an earlier request up. */
const knowsKey = ({ tried }: Dispatched, tool: ToolDefinition | undefined, { code }: Refusal): boolean =>
  tried > 1 && code === 'conflict' && tool !== undefined && repeatClassOf(tool) === 'native_key';

/**
 * A read had no effect; and where the vendor was asked after the time of every request before, none of them can still
 * land.
 */
const settledByNow = (tool: ToolDefinition): boolean =>
  ['harmless', 'query_before_write'].includes(repeatClassOf(tool));

interface Setback extends Cause {
  readonly retryAfterMilliseconds: number | null;
  readonly unsettled: boolean;
  readonly isUnsent?: true;
  readonly isBusy?: true;
  readonly draw: number;
}

/** EX-22: later, while there are attempts left; then failed, or unknown when one of them may have taken effect. */
function tryAgain(
  state: Dispatched,
  tool: ToolDefinition | undefined,
  setback: Setback,
  { now, artifacts }: DecisionContext,
): Fact {
  const { code, unsettled, retryAfterMilliseconds, isUnsent, isBusy, draw } = setback;
  if (isUnsent) return backInLine(state, unsettled, now);
  if (!tool || state.tried >= tool.maxAttempts)
    return unsettled ? openEnd(state, code, { now, artifacts }) : failed(state, setback, now);
  const pause =
    unsettled && isBusy ? patienceMilliseconds(state.tried, draw) : backoffMilliseconds(state.attempt, draw);
  const delay = Math.max(pause, retryAfterMilliseconds ?? 0);
  return {
    name: 'action.retry_scheduled',
    data: {
      ...state.action,
      attempt: state.attempt,
      code,
      unsettled,
      retryAt: notBefore(state, tool, unsettled, instantAfter(now, delay)),
    },
  };
}

/**
 * It never left: it waits for a place again, as long as it might have, and uses up no attempt. The next one has its own
 * number all the same.
 */
const backInLine = (state: Dispatched, unsettled: boolean, now: string): Fact =>
  queuedAgain(state, { attempt: state.attempt + 1, tried: state.tried - 1, unsettled, queuedAt: state.queuedAt }, now);

/** A request without an answer may land until its time is over; asking the vendor before that would not settle it. */
const notBefore = ({ sendBy }: Dispatched, tool: ToolDefinition, unsettled: boolean, retryAt: string): string =>
  unsettled && repeatClassOf(tool) === 'query_before_write' && retryAt < sendBy ? sendBy : retryAt;

const openEnd = (state: Dispatched, code: string, context: Pick<DecisionContext, 'now' | 'artifacts'>): Fact =>
  unknown(state, code as UnknownCode, 'an attempt may have taken effect, and the vendor did not say', context);
