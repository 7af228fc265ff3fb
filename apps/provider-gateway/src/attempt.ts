import { UNKNOWN_USAGE, type Candidate, type ModelPart, type Prompt } from '@arbiter/models';
import { traceIdOf, type Trace, type Tracer } from '@arbiter/runtime';
import { v7 } from 'uuid';
import type { Budgets } from './budgets';
import type { CallContext } from './call-context';
import { NOTHING_USED, microdollarsOf } from './cost';
import { estimateOf } from './estimate';
import type { Questions } from './questions';
import type { CallOutcome, Meter } from './meter';
import { askedAttributes, endedAttributes, spanName } from './span-attributes';

const OUTCOMES: Readonly<Record<string, CallOutcome>> = {
  timed_out: 'timed_out',
  invalid_proposal: 'invalid',
  abandoned: 'abandoned',
  budget_exceeded: 'refused',
  budget_unreachable: 'refused',
  plan_known: 'refused',
  not_asked_for: 'refused',
  question_unreachable: 'refused',
};
/** With these a provider turned a call away without doing anything for it, unless it had begun to answer. */
const TURNED_AWAY: ReadonlySet<string | null> = new Set([
  'rate_limited',
  'provider_denied',
  'unknown_model',
  'prompt_refused',
]);

/** The checks that each call passes before it is made. */
export interface Gates {
  readonly questions: Questions;
  readonly budgets: Budgets;
}

/** One call of one provider: its clock, its span and, at its end, its record. */
export class Attempt {
  readonly callId = v7();
  isCalled = false;
  wantsObject = false;
  private isReserved = false;
  outputCharacters = 0;
  /** how the answer ended, and the usage as the provider reports it */
  ended: Pick<Extract<ModelPart, { type: 'end' }>, 'finish' | 'usage'> = { finish: 'other', usage: UNKNOWN_USAGE };
  private readonly number: number;
  private readonly startedAt = new Date().toISOString();
  private readonly started = performance.now();
  private readonly span: Trace;

  constructor(
    private readonly context: CallContext,
    private readonly candidate: Candidate,
    private readonly meter: Meter,
    private readonly gates: Gates,
    trace: Tracer,
  ) {
    const { ask, traceParent } = context;
    this.number = context.nextAttempt();
    const attributes = askedAttributes(candidate, { purpose: ask.purpose, runId: ask.runId ?? null });
    this.span = trace(spanName(candidate), traceParent, attributes, 'client');
  }

  /**
   * PL-14: a call is made only for a question that is open. PV-11: its greatest cost is reserved before; an embedded
   * provider costs nothing. Throws the errors of `Questions` and `Budgets`.
   */
  async admit(prompt: Prompt): Promise<void> {
    const { questions, budgets } = this.gates;
    await questions.verify(this.context.ask);
    const { definition } = this.candidate;
    if (definition === undefined) return;
    this.isReserved = await budgets.reserve(this.context, this.callId, () => estimateOf(definition, prompt));
  }

  /** `failure`: the code of the failure. A provider that was never called used nothing. */
  end(failure: string | null): void {
    const { ask, traceParent, inputCharacters } = this.context;
    const { tier, provider, model } = this.candidate;
    const isTurnedAway = TURNED_AWAY.has(failure) && this.outputCharacters === 0;
    const usage = this.isCalled && !isTurnedAway ? this.ended.usage : NOTHING_USED;
    const microdollars = microdollarsOf(this.candidate, usage);
    const outcome = failure === null ? this.succeeded() : (OUTCOMES[failure] ?? 'failed');
    this.span.end(
      failure ?? undefined,
      endedAttributes(this.candidate, usage, {
        attempt: this.number,
        failure,
        outcome,
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
      class: this.context.class,
      tier,
      wished: ask.wish ?? null,
      provider,
      model,
      attempt: this.number,
      milliseconds: performance.now() - this.started,
      inputCharacters,
      outputCharacters: this.outputCharacters,
      inputTokens: usage.inputTokens,
      cachedTokens: usage.cachedTokens,
      outputTokens: usage.outputTokens,
      isEstimated: usage.isEstimated === true,
      microdollars,
      isReserved: this.isReserved,
      outcome,
      failure,
    });
  }

  private succeeded(): CallOutcome {
    return this.ended.finish === 'stopped' ? 'stopped' : 'answered';
  }
}
