import type { ArtifactBundle, PendingCall, Recorded, ToolCall, ToolEffect, ToolOutcome } from '@arbiter/contracts';
import type { EffectFinished, ProbeFinished } from '../action-inputs';
import { principalOf } from '../state/action-request';
import { dispatchedArgs } from '../state/action-state';
import { buildCall, buildProbe } from './build-call';
import { compiledTool, type CompiledTool } from './compiled-tool';
import { effectOutcome, type EffectOutcome, type Refusal } from './effect-outcome';
import { UnfillableTemplate, templateValues, type TemplateValues } from './fill-template';
import { probeFinding, type ProbeFinding } from './probe-finding';
import { probesFirst, repeatClassOf, type RepeatClass } from './repeat-class';

type Report = EffectFinished | ProbeFinished;
type Effect = ToolEffect<Report>;

interface Attempt {
  readonly attempt: number;
  readonly sendBy: string;
  readonly tool: CompiledTool;
  readonly repeat: RepeatClass;
  readonly values: TemplateValues;
  /** an attempt before it may have had its effect */
  readonly unsettled: boolean;
}

/**
 * The calls after action.dispatched is committed, made only by the process that committed it (EX-19). Where the vendor
 * does not recognise a repeat, ask first (probe); then send; where the answer leaves the outcome open and the tool has
 * a probe, ask again (verify). At most three calls, all of them over by `sendBy`. `unsettled`: an attempt before this
 * one may have had its effect, which a refusal of this one does not tell.
 */
export function dispatchEffect(
  event: Recorded<'action.dispatched'>,
  artifacts: ArtifactBundle,
  unsettled = false,
): Effect {
  const { attempt, sendBy, idempotencyKey } = event.data;
  const tool = compiledTool(artifacts, event.data.tool);
  const args = dispatchedArgs(event.data.request);
  if (!tool || !args)
    return unusable(attempt, tool ? 'the arguments were erased' : `the artifacts hold no tool ${event.data.tool}`);
  const values = templateValues(args, principalOf(event), idempotencyKey);
  const dispatched: Attempt = { attempt, sendBy, tool, repeat: repeatClassOf(tool.definition), values, unsettled };
  return probesFirst(dispatched.repeat) ? probe(dispatched) : send(dispatched, undefined);
}

const unusable = (attempt: number, reason: string): Effect =>
  finished({ attempt }, { kind: 'permanent', code: 'tool_unusable', reason }, 0);

const finished = ({ attempt }: { attempt: number }, outcome: EffectOutcome, draw: number): Effect => ({
  kind: 'report',
  command: { name: 'effect.finished', attempt, outcome, draw },
});

const settled = ({ attempt }: Attempt, finding: ProbeFinished['finding'], draw: number): Effect => ({
  kind: 'report',
  command: { name: 'probe.finished', attempt, finding, draw },
});

function callOf(
  attempt: Attempt,
  purpose: PendingCall<Report>['purpose'],
  build: () => ToolCall,
  proceed: (outcome: ToolOutcome, draw: number) => Effect,
): Effect {
  let call: ToolCall;
  try {
    call = build();
  } catch (error) {
    if (error instanceof UnfillableTemplate) return unusable(attempt.attempt, error.message);
    throw error;
  }
  const { timeoutMilliseconds } = attempt.tool.definition;
  return {
    kind: 'call',
    purpose,
    call,
    delayMilliseconds: 0,
    timeoutMilliseconds,
    sendBy: attempt.sendBy,
    proceed: (outcome, _now, draw) => proceed(outcome, draw),
  };
}

const findingOf = ({ tool, values }: Attempt, outcome: ToolOutcome): ProbeFinding =>
  probeFinding(tool, outcome, values.args, values.key);

function probe(attempt: Attempt): Effect {
  const build = () => buildProbe(attempt.tool, attempt.values);
  return callOf(attempt, 'probe', build, (outcome, draw) => {
    const finding = findingOf(attempt, outcome);
    if (finding.kind !== 'absent') return settled(attempt, finding, draw);
    if (attempt.repeat !== 'etag') return send(attempt, undefined);
    return finding.etag ? send(attempt, finding.etag) : finished(attempt, withoutEtag(finding.status), draw);
  });
}

/** An unguarded write would overwrite the changes of others. */
const withoutEtag = (status: number): EffectOutcome =>
  status >= 400
    ? { kind: 'permanent', code: 'not_found', reason: `the vendor answered ${status}` }
    : { kind: 'permanent', code: 'precondition_failed', reason: 'the vendor gave no ETag to write against' };

function send(attempt: Attempt, etag: string | undefined): Effect {
  const build = () => buildCall(attempt.tool, etag === undefined ? attempt.values : { ...attempt.values, etag });
  return callOf(attempt, 'send', build, (answer, draw) => {
    const outcome = effectOutcome(attempt.tool, answer);
    const open =
      outcome.kind === 'ambiguous' ||
      (outcome.kind === 'permanent' && (attempt.unsettled || isFailedPrecondition(attempt, outcome)));
    return open && attempt.tool.definition.probe ? verify(attempt, answer, outcome) : finished(attempt, outcome, draw);
  });
}

function verify(attempt: Attempt, answer: ToolOutcome, outcome: EffectOutcome): Effect {
  const build = () => buildProbe(attempt.tool, attempt.values);
  return callOf(attempt, 'verify', build, (verification, draw) => {
    const finding = findingOf(attempt, verification);
    if (finding.kind === 'found') return settled(attempt, finding, draw);
    // A refusal says nothing of the attempts before; that the effect is not there yet is no more than that.
    if (outcome.kind === 'permanent' && !isFailedPrecondition(attempt, outcome))
      return finished(attempt, outcome, draw);
    return finished(attempt, finding.kind === 'absent' ? withoutEffect(outcome, answer) : mayHaveEffect(outcome), draw);
  });
}

const isFailedPrecondition = ({ repeat }: Attempt, { code }: Refusal): boolean =>
  repeat === 'etag' && code === 'precondition_failed';

/** Not Implemented: those above are of gateways that have, or may have, a request on its way. */
const LAST_STATUS_OF_A_VENDOR = 501;

/**
 * The effect is not there. That settles it only when the vendor is done with the request: one without an answer may
 * still land, and so may one that something in front of the vendor has answered.
 */
function withoutEffect(outcome: EffectOutcome, answer: ToolOutcome): EffectOutcome {
  if (
    outcome.kind === 'succeeded' ||
    outcome.kind === 'transient' ||
    answer.kind !== 'response' ||
    answer.status > LAST_STATUS_OF_A_VENDOR ||
    outcome.code === 'result_invalid'
  )
    return outcome;
  if (outcome.code === 'redirected') return { ...outcome, kind: 'permanent' };
  return {
    kind: 'transient',
    code: outcome.code,
    reason: outcome.reason,
    retryAfterMilliseconds: answer.retryAfterMilliseconds,
  };
}

/**
 * A failed precondition may be our own effect, of an attempt before this one. Nothing of the vendor's words goes along.
 */
const mayHaveEffect = (outcome: EffectOutcome): EffectOutcome =>
  outcome.kind === 'permanent'
    ? { kind: 'ambiguous', code: outcome.code, reason: 'the vendor answered 412, and could not be asked why' }
    : outcome;
