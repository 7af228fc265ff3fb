import {
  isIgnored,
  parseStream,
  terminal,
  type ArtifactBundle,
  type DecisionContext,
  type EventName,
  type Fact,
  type Provenance,
  type RecordedOf,
  type UiLine,
} from '@arbiter/contracts';
import { newEventId, type EventStore, type StreamAppend } from '@arbiter/store';
import type { ShownLine } from '../bus';
import { writeDecision } from './decision-record';
import { fold, type Entry } from './entry';
import { intentFor, interactionOf } from './interaction';
import type { Input, Item } from './item';
import type { ShellDefinition } from './shell-definition';
import { uiRowOf, type ShownRow } from './ui-row';

/** The input of one decision and its context. */
export interface DecisionRequest {
  readonly input: Input;
  readonly cause: RecordedOf<EventName> | null;
  readonly now: string;
  readonly artifacts: ArtifactBundle;
  readonly artifactsHash: string;
  readonly traceParent: string | null;
  readonly provenance?: Provenance | null;
}

/** The decisions of one stream in one batch, in memory: nothing of it exists before the append. */
export class Draft<State> {
  entry: Entry<State>;
  readonly items: Item[] = [];
  readonly events: RecordedOf<EventName>[] = [];
  /** by index into events: the artifacts each was decided with */
  readonly artifacts: string[] = [];
  /** the facts that came of an item */
  readonly cameOf = new Map<Item, readonly RecordedOf<EventName>[]>();
  readonly ui: ShownRow[] = [];
  readonly spent: string[] = [];
  private readonly decisions: (string | null)[] = [];
  private due = new Map<string, string | null>();
  private texts: readonly string[] | null = null;

  constructor(
    readonly stream: string,
    entry: Entry<State>,
    private readonly definition: ShellDefinition<State>,
    private readonly store: Pick<EventStore, 'encode' | 'sealer'>,
  ) {
    this.entry = entry;
  }

  /** its UI lines as they are published */
  get shown(): readonly ShownLine[] {
    return this.ui.map(({ shown }) => shown);
  }

  get tenant(): string {
    return parseStream(this.stream).tenant;
  }

  /** when the timers that it sets are due */
  get timers(): readonly string[] {
    return [...this.due.values()].filter((at) => at !== null);
  }

  customerOf(cause: RecordedOf<EventName> | null): string {
    return this.definition.decider.owner?.(this.stream) ?? cause?.customerId ?? this.entry.customerId;
  }

  /** Decides one input upon the state so far. An exception of the decider passes through. */
  decide(request: DecisionRequest): void {
    const context = this.contextOf(request);
    const decision = this.definition.decider.decide(this.entry.state, request.input, context);
    if (!isIgnored(decision)) this.record(decision, request, context);
    if (request.input.name === 'due') this.spend((request.input as { key?: string }).key ?? '');
  }

  /** Records that an input was set aside. */
  skip(request: DecisionRequest, cause: string): void {
    const context = this.contextOf(request);
    const facts = this.definition.decider.skip?.(this.entry.state, request.input, cause, context) ?? [];
    this.record(facts, request, context);
  }

  /**
   * Lines that belong to no fact: pieces of prose as they are written. Refused once nothing is being written any more.
   */
  show(lines: readonly UiLine[], cause: RecordedOf<EventName>, now: string): void {
    if (!this.definition.audience?.(this.entry.state).writing)
      throw terminal('not_writing', `${this.stream} takes no prose now`);
    for (const line of lines) this.addLine(line, cause.customerId, now);
  }

  /** Writes out the facts before they are appended. When one cannot be written, the append reports it. */
  writeOut(): void {
    try {
      this.texts = this.events.map((event) => this.store.encode(event));
    } catch {
      this.texts = null;
    }
  }

  toAppend(): StreamAppend {
    return {
      stream: this.stream,
      events: this.events,
      ...(this.texts && { texts: this.texts }),
      decisions: this.decisions,
      due: [...this.due].map(([key, at]) => ({ key, at })),
      ui: this.ui,
    };
  }

  /** The context that a decider gets with its state and its input. */
  contextOf(request: DecisionRequest): DecisionContext {
    return {
      now: request.now,
      stream: this.stream,
      tenant: this.tenant,
      customerId: this.customerOf(request.cause),
      artifacts: request.artifacts,
      artifactsHash: request.artifactsHash,
      ...(request.provenance === undefined ? {} : { provenance: request.provenance }),
    };
  }

  /** Records all facts of a decision or none: after a failed fold the draft is restored. */
  private record(facts: readonly Fact[], request: DecisionRequest, context: DecisionContext): void {
    const mark = { entry: this.entry, events: this.events.length, ui: this.ui.length, due: new Map(this.due) };
    try {
      facts.forEach((fact, index) =>
        this.recordFact(fact, intentFor(fact, facts), index === 0 ? facts : null, request, context),
      );
    } catch (error) {
      this.entry = mark.entry;
      this.events.length = this.decisions.length = this.artifacts.length = mark.events;
      this.ui.length = mark.ui;
      this.due = mark.due;
      throw error;
    }
  }

  private recordFact(
    fact: Fact,
    intent: string | null,
    /** all facts of the decision, where this is the first */
    all: readonly Fact[] | null,
    request: DecisionRequest,
    context: DecisionContext,
  ): void {
    const before = this.entry.state;
    const event = this.recordedOf(fact, intent, request, context);
    this.decisions.push(all && this.decisionRecord(request, event, all));
    this.events.push(event);
    this.artifacts.push(request.artifactsHash);
    this.entry = fold(this.definition.decider, this.definition.feeds, this.entry, event);
    for (const change of this.definition.decider.due?.(fact) ?? []) this.due.set(change.key, change.at);
    for (const line of this.definition.decider.show?.(before, fact, context) ?? [])
      this.addLine(line, context.customerId, request.now);
  }

  private recordedOf(
    fact: Fact,
    intent: string | null,
    request: DecisionRequest,
    context: DecisionContext,
  ): RecordedOf<EventName> {
    const intentId = intent ?? request.cause?.intentId ?? this.entry.intentId;
    return {
      id: newEventId(),
      name: fact.name,
      app: this.definition.app,
      stream: this.stream,
      version: this.entry.version + 1,
      time: request.now,
      tenant: context.tenant,
      customerId: context.customerId,
      correlationId: interactionOf(fact) ?? request.cause?.correlationId ?? parseStream(this.stream).key,
      causationId: request.cause?.id ?? null,
      source: request.cause ? { stream: request.cause.stream, version: request.cause.version } : null,
      traceParent: request.traceParent,
      ...(intentId === null ? {} : { intentId }),
      data: fact.data,
    } as RecordedOf<EventName>;
  }

  private decisionRecord(
    { now, artifactsHash, input, cause, provenance }: DecisionRequest,
    fact: RecordedOf<EventName>,
    all: readonly Fact[],
  ): string {
    const { rulesHash: rules } = this.definition;
    const data = all.map((one) => one.data);
    return writeDecision(
      { now, artifacts: artifactsHash, rules, input, cause, provenance, fact, data },
      this.store.sealer,
    );
  }

  /** A timer that went off is spent, unless its decision set it anew. */
  private spend(key: string): void {
    if (this.due.has(key)) return;
    if (this.events.length > 0) this.due.set(key, null);
    else this.spent.push(key);
  }

  private addLine(line: UiLine, customerId: string, now: string): void {
    const seq = this.entry.uiSeq + 1;
    this.entry = { ...this.entry, uiSeq: seq };
    const { sessionId, runId } = this.definition.audience!(this.entry.state);
    this.ui.push(uiRowOf(line, { tenant: this.tenant, customerId, sessionId, runId, seq, now }, this.store));
  }
}
