import {
  conversationOf,
  isIgnored,
  type ArtifactBundle,
  type DecisionContext,
  type EventData,
  type EventName,
  type RecordedOf,
} from '@arbiter/contracts';
import { sessionDecider, type SessionInput, type SessionState } from '@arbiter/domain';

const NOW = '2026-03-02T10:00:00.000Z';
const WHO = { sessionId: 'bench', customerId: 'C-0001', channel: 'web', locale: 'en' } as const;
const MOST_TURNS = 500;

/** The state of a topic in the session: its run works, waits for an approval, or has ended with a question. */
const LEFT_AS = ['running', 'proposed', 'waiting'] as const;

/** One chat with many topics open at once, brought about by the decider's own inputs. */
export class OpenSession {
  readonly context: DecisionContext;
  private state = sessionDecider.initial();
  private turns = 0;

  constructor(artifacts: ArtifactBundle) {
    const stream = conversationOf(artifacts.tenant, WHO.sessionId, WHO.customerId);
    this.context = {
      now: NOW,
      stream,
      tenant: artifacts.tenant,
      customerId: WHO.customerId,
      artifacts,
      artifactsHash: 'bench',
    };
  }

  /** Opens topics until there are this many. Throws when the rules keep fewer open. */
  open(threads: number): this {
    while (this.state.threads.length < threads) {
      if (this.turns >= MOST_TURNS)
        throw new Error(`after ${this.turns} requests only ${this.state.threads.length} of ${threads} topics are open`);
      const input = this.said(`refund order ${1000 + this.turns}`);
      this.take(input);
      this.takeProposal(input.data.requestId);
      this.leave(input.data.requestId, LEFT_AS[this.turns % LEFT_AS.length]!);
    }
    return this;
  }

  get openThreads(): number {
    return this.state.threads.length;
  }

  /** A turn of the session that was not decided yet. */
  said(text: string): RecordedOf<'turn.received'> {
    this.turns += 1;
    return this.recorded('turn.received', {
      ...WHO,
      requestId: `T${this.turns}`,
      text,
      messageId: `m${this.turns}`,
      channelMetadata: {},
      payloadHash: 'hash',
      receivedAt: NOW,
    });
  }

  /** The measured work: category, rule, topic and facts of one turn. The session stays as it is. */
  decide(input: RecordedOf<'turn.received'>): void {
    sessionDecider.decide(this.state, input, this.context);
  }

  private takeProposal(requestId: string): void {
    const slots = { orderNumber: String(1000 + this.turns) };
    const proposal = {
      kind: 'intent',
      intentId: 'refund_order',
      confidence: 0.95,
      slots,
      attachment: 'requests',
      provider: 'bench',
      model: 'bench',
    } as const;
    this.take({ name: 'intent.answered', requestId, attempt: 1, proposal });
  }

  private leave(runId: string, how: (typeof LEFT_AS)[number]): void {
    const run = { ...WHO, runId, threadId: runId, messageId: `m${this.turns}`, anchor: null };
    const question = {
      key: 'orderNumber',
      expectedType: 'identifier' as const,
      prompt: 'Which order is it?',
      pattern: '^\\d{4}$',
      cues: ['order'],
    };
    if (how === 'proposed') {
      this.take(
        this.recorded('run.suspended', {
          ...run,
          actionId: `${runId}.refund`,
          stepId: 'refund',
          binding: `b${runId}`,
          answerTo: runId,
          proposal: '',
          expiresAt: NOW,
          question: { key: `${runId}.refund`, expectedType: 'yes_no', prompt: 'Shall I refund it?' },
        }),
      );
    }
    if (how === 'waiting') {
      this.take(
        this.recorded('run.completed', {
          ...run,
          status: 'ok',
          code: null,
          header: { steps: [] },
          reply: question.prompt,
          question,
          followers: [],
          fallback: false,
          isDone: false,
          startedAt: NOW,
          completedAt: NOW,
        }),
      );
    }
  }

  private take(input: SessionInput): void {
    const decision = sessionDecider.decide(this.state, input, this.context);
    if (!isIgnored(decision))
      this.state = decision.reduce<SessionState>((state, fact) => sessionDecider.evolve(state, fact), this.state);
  }

  private recorded<N extends EventName>(name: N, data: EventData<N>): RecordedOf<N> {
    return {
      name,
      data,
      id: `${name} ${this.turns}`,
      app: 'bench',
      stream: 'turn-shop-bench',
      version: this.turns,
      time: NOW,
      tenant: this.context.tenant,
      customerId: WHO.customerId,
      correlationId: `T${this.turns}`,
      causationId: null,
      source: null,
      traceParent: null,
    } as unknown as RecordedOf<N>;
  }
}
