import {
  isIgnored,
  type App,
  type ArtifactBundle,
  type Command,
  type Decider,
  type DueChange,
  type DueCommand,
  type EventName,
  type Fact,
  type Provenance,
  type RecordedOf,
  type StepsOfRun,
  type UiLine,
} from '@arbiter/contracts';

export type AnyInput = Command | DueCommand;
export type AnyDecider = Decider<unknown, AnyInput>;
export type AnyRecorded = RecordedOf<EventName>;

/** The owner, the time and the artifacts of a decision. */
export interface DecisionSetting {
  readonly tenant: string;
  readonly customerId: string;
  readonly now: string;
  readonly artifacts: ArtifactBundle;
  /** the facts that the steps of a run are based on, where the decider asks for them */
  readonly provenance?: Provenance | null;
}

/** The further effects of one fact. */
export interface WrittenFact {
  readonly fact: AnyRecorded;
  readonly due: readonly DueChange[];
  readonly lines: readonly UiLine[];
}

/** The one bundle of an in-process system goes by this name. */
export const ARTIFACTS_HASH = 'in-process';

/** One stream of facts under its decider, in memory. */
export class Stream {
  readonly facts: AnyRecorded[] = [];
  private state: unknown;

  constructor(
    readonly id: string,
    readonly app: App,
    private readonly decider: AnyDecider,
  ) {
    this.state = decider.initial();
  }

  /** Streams whose facts must be taken in before the input is decided. */
  lookups(input: AnyInput, setting: DecisionSetting): readonly string[] {
    return this.decider.lookups?.(this.state, input, this.contextOf(setting)) ?? [];
  }

  /** The steps whose provenance must be loaded. */
  stepsDecidedUpon(input: AnyInput): StepsOfRun | null {
    return this.decider.provenance?.(this.state, input) ?? null;
  }

  /** Decides and records; nothing when the input is ignored. */
  decide(input: AnyInput, cause: AnyRecorded | null, setting: DecisionSetting): readonly WrittenFact[] {
    const context = this.contextOf(setting);
    const decision = this.decider.decide(this.state, input, context);
    if (isIgnored(decision)) return [];
    return decision.map((decided) => {
      const fact = this.recordedOf(decided, cause, setting);
      const lines = this.decider.show?.(this.state, fact, context) ?? [];
      this.state = this.decider.evolve(this.state, fact);
      this.facts.push(fact);
      return { fact, lines, due: this.decider.due?.(fact) ?? [] };
    });
  }

  private contextOf(setting: DecisionSetting) {
    return { ...setting, stream: this.id, artifactsHash: ARTIFACTS_HASH };
  }

  private recordedOf(
    { name, data }: Fact,
    cause: AnyRecorded | null,
    { tenant, customerId, now }: DecisionSetting,
  ): AnyRecorded {
    const version = this.facts.length + 1;
    const about = data as { readonly runId?: string; readonly requestId?: string };
    return {
      id: `${this.id}@${version}`,
      name,
      app: this.app,
      stream: this.id,
      version,
      time: now,
      tenant,
      customerId,
      traceParent: null,
      data,
      correlationId: about.requestId ?? about.runId ?? cause?.correlationId ?? this.id,
      causationId: cause?.id ?? null,
      source: cause ? { stream: cause.stream, version: cause.version } : null,
    } as AnyRecorded;
  }
}
