import {
  isIgnored,
  type DecisionContext,
  type EventData,
  type EventName,
  type Fact,
  type Incoming,
  type Question,
  type RoutingCategory,
  type Values,
} from '@arbiter/contracts';
import { sessionDecider, type SessionInput, type SessionState, type Thread } from '@arbiter/domain';
import type { Pending, UserTurn } from './dialogue';
import type { Proposer } from './proposals';
import { slotName, type Catalogue, type KnownIntent } from './schema';

/** The session's routing of one turn, from the facts it decided. */
export interface Routed {
  readonly category: RoutingCategory;
  readonly rule: string;
  /** the turn stayed with the current topic */
  readonly isSameThread: boolean;
  /** slots of a thread that have another value than before */
  readonly changed: Values;
  /** an action that waited for a yes was let go */
  readonly hasRun: boolean;
}

const NOW = '2019-03-01T10:00:00.000Z';
/** More inputs than this no turn needs. */
const MOST_INPUTS = 10;

/**
 * One dialogue as the chat of one person: turns go in, and between them the runs end as the assistant of the dialogue
 * ended them, with its question or without one. Of that the session learns only `pending_before` and the assistant's
 * text.
 */
export class Conversation {
  private state: SessionState = sessionDecider.initial();
  private turns = 0;
  private readonly context: DecisionContext;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly proposer: Proposer,
  ) {
    this.context = {
      now: NOW,
      tenant: 'eval',
      stream: 'eval',
      customerId: 'C-1',
      artifacts: catalogue.bundle,
      artifactsHash: 'eval',
    };
  }

  /** `asked` is the assistant's last text. */
  async hear(turn: UserTurn, asked: string): Promise<Routed> {
    this.endRuns(turn.pending_before, asked);
    const before = this.state;
    this.turns += 1;
    const requestId = `turn-${this.turns}`;
    const facts = [
      ...this.take(
        incoming('turn.received', {
          requestId,
          sessionId: 'chat',
          customerId: 'C-1',
          channel: 'web',
          messageId: requestId,
          locale: 'en',
          text: turn.text,
          channelMetadata: {},
          payloadHash: requestId,
          receivedAt: NOW,
        }),
      ),
    ];
    for (let inputs = 0, ask = askIn(facts); ask && inputs < MOST_INPUTS; inputs += 1) {
      const proposal = await this.proposer.propose(ask.text, turn);
      const answered = this.take({ name: 'intent.answered', requestId: ask.requestId, attempt: ask.attempt, proposal });
      facts.push(...answered);
      ask = askIn(answered);
    }
    return routedBy(facts, before);
  }

  private take(input: SessionInput): readonly Fact[] {
    const decision = sessionDecider.decide(this.state, input, this.context);
    const facts = isIgnored(decision) ? [] : decision;
    for (const fact of facts) this.state = sessionDecider.evolve(this.state, fact);
    return facts;
  }

  /**
   * Every open topic goes on to the assistant's present question: the latest topic gets it, every other one is done.
   */
  private endRuns(pending: readonly Pending[], asked: string): void {
    const latest = this.state.threads.at(-1);
    const isAsked = pending.length > 0;
    for (const thread of this.state.threads) if (!isAsked || thread !== latest) this.end(thread.threadId, asked);
    if (!isAsked) return;
    const spokenOf = latest ?? this.state.lastOutcome;
    const threadId = latest?.threadId ?? this.openThread();
    const intent = intentAsked(pending, this.catalogue, spokenOf?.intentId ?? null);
    this.run(threadId, intent?.id ?? null, spokenOf?.slots ?? {});
    this.ask(threadId, pending, asked);
  }

  private openThread(): string {
    const threadId = `assistant-${this.turns}`;
    this.fold({ name: 'thread.opened', data: { threadId, requestId: threadId } });
    return threadId;
  }

  /** The topic's run, requested by the assistant's side: its question shows what it has understood. */
  private run(threadId: string, intentId: string | null, args: Values): void {
    const runId = runOf(threadId, this.turns);
    this.fold({
      name: 'run.requested',
      data: {
        requestId: runId,
        sessionId: 'chat',
        threadId,
        channel: 'web',
        messageId: null,
        purpose: 'template',
        intentId,
        template: intentId,
        copy: null,
        follows: null,
        question: null,
        fallback: false,
        args,
        artifacts: 'eval',
        delivery: { locale: 'en', anchor: null, clears: null },
        overtakes: [],
        consent: { kind: 'clear', rule: 'understood_by_assistant', requestId: runId },
        replaces: null,
      },
    });
  }

  private ask(threadId: string, pending: readonly Pending[], asked: string): void {
    const runId = runOf(threadId, this.turns);
    const question = questionOf(pending, asked);
    const common = { runId, threadId, sessionId: 'chat', channel: 'web', messageId: null, locale: 'en', anchor: null };
    if (pending.some(({ act }) => act === 'CONFIRM')) {
      this.take(
        incoming('run.suspended', {
          ...common,
          actionId: `${runId}.act`,
          answerTo: runId,
          stepId: 'act',
          binding: runId,
          question,
          proposal: asked,
          expiresAt: NOW,
        }),
      );
      return;
    }
    this.take(
      incoming('run.completed', {
        ...common,
        status: 'ok',
        code: null,
        header: { steps: [] },
        reply: asked,
        question,
        followers: [],
        fallback: false,
        isDone: false,
        startedAt: NOW,
        completedAt: NOW,
      }),
    );
  }

  private end(threadId: string, outcome: string): void {
    const runId = runOf(threadId, this.turns);
    this.fold({
      name: 'thread.followed',
      data: { threadId, runId, status: 'done', question: null, actionId: null, binding: null, askedAt: null, outcome },
    });
  }

  private fold(fact: Fact): void {
    this.state = sessionDecider.evolve(this.state, fact);
  }
}

const runOf = (threadId: string, turn: number): string => `${threadId}.run-${turn}`;

function incoming<N extends EventName>(name: N, data: EventData<N>): Incoming<N> {
  return {
    id: `event-${name}`,
    name,
    app: 'eval',
    stream: 'eval',
    version: 1,
    time: NOW,
    tenant: 'eval',
    customerId: 'C-1',
    correlationId: 'eval',
    causationId: null,
    source: null,
    traceParent: null,
    data,
  } as Incoming<N>;
}

const dataOf = <N extends EventName>(facts: readonly Fact[], name: N): readonly EventData<N>[] =>
  facts.filter((fact) => fact.name === name).map(({ data }) => data as EventData<N>);

const askIn = (facts: readonly Fact[]) => dataOf(facts, 'intent.requested').at(-1);

function routedBy(facts: readonly Fact[], before: SessionState): Routed {
  const [routed] = dataOf(facts, 'turn.routed');
  if (!routed) throw new Error('a turn was not routed: the session decider and the evaluation have come apart');
  const known = before.threads.find(({ threadId }) => threadId === routed.threadId);
  const runs = dataOf(facts, 'run.requested').filter(
    ({ purpose, threadId }) => purpose === 'template' && threadId === known?.threadId,
  );
  return {
    category: routed.category,
    rule: routed.rule,
    isSameThread: dataOf(facts, 'thread.opened').length === 0,
    changed: Object.fromEntries(runs.flatMap(({ args }) => changesIn(args, known))),
    hasRun: dataOf(facts, 'approval.given').some(({ decision }) => decision === 'approve'),
  };
}

const changesIn = (args: Values, thread: Thread | undefined) =>
  Object.entries(args).filter(([name, value]) => thread?.slots[name] !== value);

/** The intent whose slot is asked for, or that is offered or confirmed; the current one when it may be that. */
function intentAsked(
  pending: readonly Pending[],
  { intents }: Catalogue,
  current: string | null,
): KnownIntent | undefined {
  if (pending.every(({ act }) => act === 'REQ_MORE')) return undefined;
  const wants = pending.map(({ act, service, key }) => ({ act, service, slot: slotName(key) }));
  const possible = intents.filter((intent) =>
    wants.some(({ act, service, slot }) => service === intent.service && isAbout(act, slot, intent)),
  );
  return (
    possible.find(({ id }) => id === current) ??
    possible[0] ??
    intents.find(({ service }) => service === wants[0]?.service)
  );
}

function isAbout(act: string, slot: string, intent: KnownIntent): boolean {
  if (act === 'REQUEST') return intent.slots.includes(slot);
  return act === 'CONFIRM' || act === 'OFFER_INTENT' ? intent.changes : act !== 'OFFER' || !intent.changes;
}

/** Of several questions the one that takes the most: a text that answers them all fits no narrow one. */
function questionOf(pending: readonly Pending[], prompt: string): Question {
  const order: readonly string[] = ['freeform', 'location', 'choice_or_yes_no', 'choice'];
  const rank = ({ expectedType }: Pending) => (order.indexOf(expectedType) + order.length + 1) % (order.length + 1);
  const [first] = [...pending].sort((one, other) => rank(one) - rank(other)) as [Pending];
  return {
    key: slotName(first.key),
    prompt,
    expectedType: first.expectedType === 'boolean' ? 'yes_no' : first.expectedType,
    ...(first.choices ? { choices: first.choices } : {}),
  };
}
