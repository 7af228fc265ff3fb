import {
  stepLedTo,
  type ActionEnd,
  type DecisionContext,
  type EventData,
  type Fact,
  type FactOf,
  type PlanStep,
  type Provenance,
  type Recorded,
  type SegmentStep,
  type ToolEffect,
  type Values,
} from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';
import { memoise } from '../../memoise';
import { resolveBindings } from '../../plan';
import { actionRequestOf, hasEnded, idempotencyKeyOf, type ActingStep, type Standing } from '../../run';
import type { ReadFinished, SegmentRead } from '../action-inputs';
import { isAllowedRead, readCalls } from '../calls/read-effect';
import { checkAction, type ActionCheck } from '../checks/check-action';
import { resultsBefore, standingsIn } from '../checks/steps-before';
import { requestOf } from '../state/action-request';
import { denied, entry, readEnd } from './on-action-requested';
import { segmentEnded } from './segment-ended';

/** A read of a segment that may be carried out now. */
export interface NextRead {
  readonly stepId: string;
  /** the request as the run would make it for this step alone */
  readonly request: Recorded<'action.requested'>;
  readonly effect: ToolEffect<ReadFinished>;
}

/**
 * The segment's claims are checked like any request; its steps are read from the plan, by the same rules as a step that
 * is requested alone.
 */
const OWN = { isOwn: true };

interface Begun {
  readonly request: Recorded<'action.requested'>;
  readonly check: Extract<ActionCheck, { verdict: 'allow' }>;
}

/**
 * The way through a segment, taken twice by the same rules: while its reads are made, and when their outcomes are
 * decided.
 *
 * 1. A step begins when everything it comes after has ended, is checked by itself then (AG-02 to AG-04), and begins
 *    once.
 * 2. Nothing begins once a required step ended badly (EX-06).
 * 3. A step that is no allowed read is refused, or handed back. A change of the world is only ever let go as the action
 *    that the reads lead to, whose own stream holds the segment. So it is let go once, whichever caller requests it and
 *    however often.
 * 4. That action is checked last, when the outcomes of all reads are known. If it needs an approval it is handed back.
 * 5. What has no end is handed back: without one a step is never waited for.
 */
export class SegmentWalk {
  /** how the steps ended, in order */
  private readonly facts: FactOf<'action.succeeded' | 'action.failed' | 'action.denied'>[] = [];
  private readonly begun = new Map<string, Begun>();
  private readonly aside = new Set<string>();
  private readonly last: SegmentStep | undefined;
  private provenance: Provenance | null;
  /** something may be ready now that was not when it was looked last */
  private isToBeLookedAt = true;

  constructor(
    private readonly segment: Recorded<'segment.requested'>,
    private readonly context: DecisionContext,
  ) {
    this.provenance = context.provenance ?? null;
    this.last = stepLedTo(segment.data);
  }

  /** The reads that may begin and have not begun yet. */
  next(now = this.context.now): readonly NextRead[] {
    if (!this.isToBeLookedAt) return [];
    this.isToBeLookedAt = false;
    const found: NextRead[] = [];
    for (let ready = this.reads(); ready.length > 0; ready = this.reads()) {
      for (const step of ready) found.push(...this.begin(step, { ...this.context, now, provenance: this.provenance }));
    }
    return found;
  }

  /** The outcome of a read that began. */
  ended({ stepId, outcome, attempt }: Pick<SegmentRead['reads'][number], 'stepId' | 'outcome' | 'attempt'>): void {
    const begun = this.begun.get(stepId);
    if (begun && !this.hasEnd(stepId))
      this.record(readEnd(begun.request.data, begun.check, { outcome, attempt }, this.context.now));
  }

  /** Whether an action waits for reads that have not ended, and may still be begun. */
  isAwaited(): boolean {
    const before = this.last?.after ?? [];
    if (!this.provenance || before.every((stepId) => this.hasEnd(stepId))) return false;
    return !this.isBroken(standingsIn(this.provenance));
  }

  /** The ends of the steps: reads of one segment are reported in one fact. */
  reportedEnds(): readonly Fact[] {
    const reads = this.facts.filter((fact) => fact.name !== 'action.denied');
    return [
      ...this.facts.filter(({ name }) => name === 'action.denied'),
      ...segmentEnded(this.segment.data, reads, this.context.now),
    ];
  }

  /** The steps that are handed back; none when every one has ended. `begun`: the fact of the action they lead to. */
  returned(begun: Fact | null): readonly Fact[] {
    const isOpen = (step: SegmentStep): boolean => (step === this.last ? begun === null : !this.hasEnd(step.stepId));
    const stepIds = this.segment.data.steps.filter(isOpen).map(({ stepId }) => stepId);
    return stepIds.length === 0 ? [] : [segmentReturned(this.segment.data, stepIds)];
  }

  /** The fact of the action that the reads lead to, once they have ended; null where it is not begun with them. */
  ledTo(): Fact | null {
    const step = this.ready().find(({ id }) => id === this.last?.stepId);
    if (!step) return null;
    const context = { ...this.context, provenance: this.provenance };
    const { data } = this.requestOf(step, context);
    const check = checkAction(requestOf(data), context, OWN);
    return check.verdict === 'suspend' ? null : entry(data, check, context);
  }

  private hasEnd(stepId: string): boolean {
    return this.facts.some(({ data }) => data.stepId === stepId);
  }

  private isWithin({ step }: Standing): boolean {
    return this.segment.data.steps.some(({ stepId }) => stepId === step.id);
  }

  /** A required step ended badly. */
  private isBroken(standings: readonly Standing[]): boolean {
    return standings.some((standing) => !standing.step.optional && hasEndedBadly(standing) && this.isWithin(standing));
  }

  private reads(): readonly ActingStep[] {
    return this.ready().filter(({ id }) => id !== this.last?.stepId);
  }

  private ready(): readonly ActingStep[] {
    if (!this.provenance) return [];
    const standings = standingsIn(this.provenance);
    if (this.isBroken(standings)) return [];
    return standings
      .filter(
        (standing) =>
          standing.status === 'ready' &&
          this.isWithin(standing) &&
          !this.begun.has(standing.step.id) &&
          !this.aside.has(standing.step.id),
      )
      .flatMap(({ step }) => (step.type === 'tool_call' ? [step] : []));
  }

  private begin(step: ActingStep, context: DecisionContext): readonly NextRead[] {
    const request = this.requestOf(step, context);
    const check = checkAction(requestOf(request.data), context, OWN);
    if (isAllowedRead(check)) {
      this.begun.set(step.id, { request, check });
      return [{ stepId: step.id, request, effect: readCalls(check, context) }];
    }
    if (check.verdict === 'deny') this.record(denied(request.data, check));
    else this.aside.add(step.id);
    return [];
  }

  private requestOf(step: ActingStep, context: DecisionContext): Recorded<'action.requested'> {
    const { data } = this.provenance!.plan;
    const { runId, planHash, artifacts, steps } = this.segment.data;
    const { asked: attempt = 1 } = steps.find(({ stepId }) => stepId === step.id)!;
    const refusals = { [step.id]: attempt - 1 };
    const args = resolveBindings(step.args, { args: data.args, results: resultsBefore(this.provenance!) });
    const { branch } = this.provenance!;
    const asking = { ...data, runId, artifacts, refusals, ...(branch && { branch }), keyOf: keysIn(this.segment) };
    const request = actionRequestOf(asking, { plan: data.plan, planHash }, step, args, context);
    return { ...this.segment, name: 'action.requested', data: request };
  }

  private record(end: (typeof this.facts)[number]): void {
    this.facts.push(end);
    const known = { ...end, time: this.context.now } as ActionEnd;
    this.provenance = { ...this.provenance!, ends: [...this.provenance!.ends, known] };
    this.isToBeLookedAt ||= leadsOn(this.provenance, end.data.stepId);
  }
}

/**
 * Names the steps of a segment: both walks through it name the same ones, and a name costs more than all else of a
 * step.
 */
const keysIn = memoise((_segment: Recorded<'segment.requested'>): typeof idempotencyKeyOf => {
  const named = new Map<string, { readonly args: Values; readonly key: string }>();
  return (owner, step, args) => {
    const before = named.get(step.id);
    if (before && isSameValue(before.args, args)) return before.key;
    const key = idempotencyKeyOf(owner, step, args);
    named.set(step.id, { args, key });
    return key;
  };
});

/** The steps that come after each. */
const dependentsOf = memoise(
  (steps: readonly PlanStep[]): ReadonlyMap<string, readonly PlanStep[]> =>
    new Map(steps.map(({ id }) => [id, steps.filter(({ dependsOn }) => dependsOn.includes(id))])),
);

/**
 * Whether the end of a step may let another begin: a step that waits for one more call still waits, so nothing need be
 * looked at.
 */
function leadsOn({ plan, ends }: Provenance, stepId: string): boolean {
  const { steps } = plan.data.plan;
  const isOpen = (id: string): boolean =>
    !ends.some(({ data }) => data.stepId === id) && steps.some((step) => step.id === id && step.type === 'tool_call');
  return (dependentsOf(steps).get(stepId) ?? []).some(({ dependsOn }) => !dependsOn.some(isOpen));
}

export const segmentReturned = (
  { segmentId, runId }: Pick<EventData<'segment.requested'>, 'segmentId' | 'runId'>,
  stepIds: string[],
): FactOf<'segment.returned'> => ({ name: 'segment.returned', data: { segmentId, runId, stepIds } });

const hasEndedBadly = (standing: Standing): boolean =>
  hasEnded(standing) && standing.status !== 'completed' && standing.status !== 'skipped';
