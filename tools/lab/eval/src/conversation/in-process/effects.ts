import {
  NO_CONTEXT,
  type ArtifactBundle,
  type Command,
  type Recorded,
  type ToolCall,
  type ToolEffect,
  type ToolOutcome,
} from '@arbiter/contracts';
import {
  dispatchEffect,
  type IntentAnswered,
  type PlaceGranted,
  type ReplyAnswered,
  type RetrievalAnswered,
  type SegmentRead,
  type SegmentWalk,
  type SlotAnswered,
} from '@arbiter/domain';
import type { Vendor } from '../deeds';
import type { Proposer } from './propose';
import type { AnyRecorded } from './stream';

const MOST_CALLS = 20;
const DRAW = 0.5;

/** The services' work after a fact is committed: ask for a proposal, ask for prose, send a dispatched action. */
export class Effects {
  constructor(
    private readonly artifacts: ArtifactBundle,
    private readonly vendor: Vendor,
    private readonly proposer: Proposer,
  ) {}

  /** The command the fact's own stream gets, or null. */
  async after(fact: AnyRecorded): Promise<Command | null> {
    switch (fact.name) {
      case 'intent.requested':
        return this.proposed(fact);
      case 'retrieval.requested':
        return unread(fact);
      case 'slot.requested':
        return unfilled(fact);
      case 'reply.requested':
        return unwritten(fact);
      case 'action.queued':
        return placed(fact);
      case 'action.dispatched':
        return this.perform(dispatchEffect(fact, this.artifacts), fact.time);
      default:
        return null;
    }
  }

  /** Makes the calls of an effect, one after the other as the domain says, and returns its final command. */
  async perform<C extends Command>(effect: ToolEffect<C>, now: string): Promise<C> {
    let step = effect;
    for (let calls = 0; step.kind === 'call'; calls += 1) {
      if (calls === MOST_CALLS) throw new Error(`an effect wants more than ${MOST_CALLS} calls`);
      step = step.proceed(await this.send(step.call), now, DRAW);
    }
    return step.command;
  }

  /** Carries out the reads of a segment. */
  async walk(segment: Recorded<'segment.requested'>, walk: SegmentWalk, now: string): Promise<SegmentRead> {
    const reads: SegmentRead['reads'][number][] = [];
    const waiting = [...walk.next()];
    for (; waiting.length > 0; waiting.push(...walk.next())) {
      const { stepId, effect } = waiting.shift()!;
      const { outcome, attempt } = await this.perform(effect, now);
      reads.push({ stepId, outcome, attempt });
      walk.ended({ stepId, outcome, attempt });
    }
    return { name: 'segment.read', segment, reads, isWithdrawn: false };
  }

  private async proposed({
    data: { requestId, attempt, text, eligible, locale, context = NO_CONTEXT },
  }: Recorded<'intent.requested'>): Promise<IntentAnswered> {
    return {
      name: 'intent.answered',
      requestId,
      attempt,
      proposal: await this.proposer.propose(text, eligible, locale, context),
    };
  }

  private async send(call: ToolCall): Promise<ToolOutcome> {
    if (call.kind !== 'http') return { kind: 'refused', code: 'request_invalid', reason: 'nothing is built in here' };
    const { status, headers, body } = await this.vendor(call);
    return { kind: 'response', status, headers, body, unreadable: null, retryAfterMilliseconds: null };
  }
}

/** Every attempt gets its place here. */
const placed = ({ data: { attempt } }: Recorded<'action.queued'>): PlaceGranted => ({ name: 'place.granted', attempt });

/** There is no knowledge here: nothing is found. */
const unread = ({ data: { stepId } }: Recorded<'retrieval.requested'>): RetrievalAnswered => ({
  name: 'retrieval.answered',
  stepId,
  proposal: { kind: 'evidence', evidence: [], provider: 'none', model: 'none' },
});

/** No model fills a slot here. */
const unfilled = ({ data: { stepId, asked } }: Recorded<'slot.requested'>): SlotAnswered => ({
  name: 'slot.answered',
  stepId,
  asked,
  proposal: { kind: 'failure', code: 'provider_unavailable', message: 'no model fills it' },
});

/** No model writes prose here: the tenant's own sentences are used. */
const unwritten = ({ data: { stepId, attempt } }: Recorded<'reply.requested'>): ReplyAnswered => ({
  name: 'reply.answered',
  stepId,
  attempt,
  segments: 0,
  proposal: { kind: 'failure', code: 'provider_unavailable', message: 'no model writes prose' },
});
