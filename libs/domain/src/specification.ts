import {
  isIgnored,
  type ArtifactBundle,
  type Decider,
  type Decision,
  type DecisionContext,
  type EventData,
  type EventName,
  type Fact,
  type Recorded,
  type UiLine,
} from '@arbiter/contracts';

/** An event as it comes over the bus, for tests. */
export function incoming<N extends EventName>(
  name: N,
  data: EventData<N>,
  envelope: Partial<Recorded<N>> = {},
): Recorded<N> {
  return {
    id: `event-${name}`,
    name,
    app: 'test',
    stream: 'turn-shop-test',
    version: 1,
    time: '2026-03-02T10:00:00.000Z',
    tenant: 'shop',
    customerId: 'C-1001',
    correlationId: 'run-1',
    causationId: null,
    source: null,
    traceParent: null,
    data,
    ...envelope,
  };
}

/** The context of a decision, for tests. */
export function contextOf(artifacts: ArtifactBundle, changes: Partial<DecisionContext> = {}): DecisionContext {
  return {
    now: '2026-03-02T10:00:00.000Z',
    stream: 'run-shop-run-1',
    tenant: 'shop',
    customerId: 'C-1001',
    artifacts,
    artifactsHash: 'bundle-1',
    ...changes,
  };
}

/** `given(decider, context).facts(…).when(input).then(…)`: history in, facts out. */
export function given<State, Input extends { readonly name: string }>(
  decider: Decider<State, Input>,
  context: DecisionContext,
) {
  return { facts: (...history: readonly Fact[]) => new Specification(decider, context, history, null) };
}

/** One step of a story; each `when` goes on from the facts decided before it. */
export class Specification<State, Input extends { readonly name: string }> {
  constructor(
    private readonly decider: Decider<State, Input>,
    private readonly context: DecisionContext,
    readonly history: readonly Fact[],
    private readonly decision: Decision | null,
  ) {}

  get state(): State {
    return this.history.reduce((state, fact) => this.decider.evolve(state, fact), this.decider.initial());
  }

  /** The facts of the last decision; fails when it was ignored. */
  get decided(): readonly Fact[] {
    if (this.decision === null) throw new Error('nothing was decided yet: call when() first');
    if (isIgnored(this.decision)) throw new Error(`the input was ignored: ${this.decision.ignored}`);
    return this.decision;
  }

  /** The lines of the whole history, in order. */
  get shown(): readonly UiLine[] {
    let state = this.decider.initial();
    return this.history.flatMap((fact) => {
      const lines = this.decider.show?.(state, fact, this.context) ?? [];
      state = this.decider.evolve(state, fact);
      return lines;
    });
  }

  at(now: string): Specification<State, Input> {
    return new Specification(this.decider, { ...this.context, now }, this.history, this.decision);
  }

  when(input: Input): Specification<State, Input> {
    const decision = this.decider.decide(this.state, input, this.context);
    const facts = isIgnored(decision) ? [] : decision;
    return new Specification(this.decider, this.context, [...this.history, ...facts], decision);
  }

  then(...facts: readonly Fact[]): this {
    expect(this.decided).toEqual(facts);
    return this;
  }

  thenNamed(...names: readonly EventName[]): this {
    expect(this.decided.map((fact) => fact.name)).toEqual(names);
    return this;
  }

  thenIgnored(reason: string): this {
    expect(this.decision).toEqual({ ignored: reason });
    return this;
  }

  /** The data of the only fact of that name decided last. */
  fact<N extends EventName>(name: N): EventData<N> {
    const facts = this.decided.filter((fact) => fact.name === name);
    expect(facts).toHaveLength(1);
    return facts[0]!.data as EventData<N>;
  }
}
