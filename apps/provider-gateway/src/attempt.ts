import { UNKNOWN_USAGE, traceIdOf, type Candidate, type Trace, type Tracer, type Usage } from '@arbiter/platform';
import { v7 } from 'uuid';
import type { CallContext } from './call-context';
import { NOTHING_USED, microdollarsOf } from './cost';
import type { CallOutcome, Meter } from './meter';
import { askedAttributes, endedAttributes, spanName } from './span-attributes';

const OUTCOMES: Readonly<Record<string, CallOutcome>> = {
  timed_out: 'timed_out',
  invalid_proposal: 'invalid',
  abandoned: 'abandoned',
};

/** One time that one provider is asked: its clock, its span and, at its end, its record. */
export class Attempt {
  readonly callId = v7();
  isCalled = false;
  wantsObject = false;
  outputCharacters = 0;
  /** as the provider tells it */
  usage: Usage = UNKNOWN_USAGE;
  private readonly number: number;
  private readonly startedAt = new Date().toISOString();
  private readonly started = performance.now();
  private readonly span: Trace;

  constructor(
    private readonly context: CallContext,
    private readonly candidate: Candidate,
    private readonly meter: Meter,
    trace: Tracer,
  ) {
    const { ask, traceParent } = context;
    this.number = context.nextAttempt();
    const attributes = askedAttributes(candidate, { purpose: ask.purpose, runId: ask.runId ?? null });
    this.span = trace(spanName(candidate), traceParent, attributes, 'client');
  }

  /** `failure`: the code of what went wrong. A provider that was never called used nothing. */
  end(failure: string | null): void {
    const { ask, traceParent, inputCharacters } = this.context;
    const { tier, provider, model } = this.candidate;
    const usage = this.isCalled ? this.usage : NOTHING_USED;
    const microdollars = microdollarsOf(this.candidate, usage);
    this.span.end(
      failure ?? undefined,
      endedAttributes(this.candidate, usage, {
        attempt: this.number,
        failure,
        microdollars,
        wantsObject: this.wantsObject,
      }),
    );
    this.meter.record({
      callId: this.callId,
      startedAt: this.startedAt,
      tenant: ask.tenant,
      runId: ask.runId ?? null,
      stepId: ask.stepId ?? null,
      actionId: ask.actionId ?? null,
      askId: ask.askId,
      traceId: traceIdOf(traceParent),
      purpose: ask.purpose,
      tier,
      provider,
      model,
      attempt: this.number,
      milliseconds: performance.now() - this.started,
      inputCharacters,
      outputCharacters: this.outputCharacters,
      ...usage,
      microdollars,
      outcome: failure === null ? 'answered' : (OUTCOMES[failure] ?? 'failed'),
      failure,
    });
  }
}
