import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc, { type GeneratorValue } from 'fast-check';
import {
  EVENTS,
  isIgnored,
  stepLedTo,
  type ArtifactBundle,
  type EventData,
  type EventName,
  type Fact,
  type RiskRule,
  type StepDefinition,
  type UiLine,
} from '@arbiter/contracts';
import { deed, echo, planBundleWith } from '../fixtures/plan-bundle';
import {
  answered,
  approved,
  cancelReceived,
  cancelRequested,
  cancelled,
  denied,
  failed,
  handedBack,
  planned,
  rejected,
  requested,
  returned,
  succeeded,
  suspended,
  unanswered,
  unknown,
} from '../fixtures/run-story';
import { contextOf } from '../specification';
import { runDecider, type RunState } from './run-decider';
import type { RunInput } from './run-inputs';
import type { EndedRun } from './state/run';

/**
 * What stands around one run: a gateway and a model that answer as they like, and messages that come in any order,
 * twice and late.
 */
class SimulatedServices {
  state: RunState = runDecider.initial();
  readonly facts: Fact[] = [];
  readonly lines: UiLine[] = [];
  private readonly timers = new Map<string, string>();
  private readonly waiting: RunInput[] = [];
  private readonly delivered: RunInput[] = [];
  private now = '2026-03-02T10:00:00.000Z';

  constructor(
    private readonly bundle: ArtifactBundle,
    private readonly choose: GeneratorValue,
  ) {}

  send(...inputs: readonly RunInput[]): void {
    this.waiting.push(...inputs);
  }

  /** Delivers everything, now and then something a second time; then lets time pass until nothing is left to happen. */
  live(): void {
    for (let turns = 0; turns < 2_000 && (this.waiting.length > 0 || this.timers.size > 0); turns += 1) {
      if (this.waiting.length > 0) this.deliver(this.waiting.splice(this.pick(this.waiting.length), 1)[0]!);
      else this.letTimePass();
      if (this.delivered.length > 0 && this.pick(3) === 0)
        this.deliver(this.delivered[this.pick(this.delivered.length)]!);
    }
  }

  get pending(): readonly string[] {
    return [...this.timers.keys()];
  }

  private pick(below: number): number {
    return this.choose(fc.nat, { max: below - 1 });
  }

  private letTimePass(): void {
    const [key, at] = [...this.timers].sort(([, one], [, other]) => (one < other ? -1 : 1))[0]!;
    this.timers.delete(key);
    this.now = at > this.now ? at : this.now;
    this.deliver({ name: 'due', key });
  }

  private deliver(input: RunInput): void {
    if (input.name !== 'due') this.delivered.push(input);
    const context = contextOf(this.bundle, { now: this.now });
    const decision = runDecider.decide(this.state, input, context);
    for (const fact of isIgnored(decision) ? [] : decision) {
      this.lines.push(...runDecider.show!(this.state, fact, context));
      for (const { key, at } of runDecider.due!(fact)) {
        if (at === null) this.timers.delete(key);
        else this.timers.set(key, at);
      }
      this.state = runDecider.evolve(this.state, fact);
      this.facts.push(fact);
      this.answer(fact);
    }
  }

  /** What the other services make of a fact. */
  private answer(fact: Fact): void {
    if (fact.name === 'action.requested') this.send(...this.act(fact.data.stepId));
    if (fact.name === 'segment.requested') this.send(...this.lookUp(fact.data));
    if (fact.name === 'segment.cancel_requested' && this.pick(2) === 0) this.send(...this.cancel(fact.data));
    if (fact.name === 'action.cancel_requested' && this.pick(2) === 0) this.send(cancelled(fact.data.stepId));
    if (fact.name === 'reply.requested' && this.pick(3) > 0)
      this.send(this.pick(2) === 0 ? answered(fact.data.stepId, 'Hello.') : unanswered(fact.data.stepId));
  }

  private cancel({ segmentId, stepIds, origin }: EventData<'segment.cancel_requested'>): readonly RunInput[] {
    const last = origin?.stepId;
    const reads = stepIds.filter((stepId) => stepId !== last);
    return [
      ...(reads.length > 0 ? [returned(segmentId, reads)] : []),
      ...(last === undefined ? [] : [cancelled(last)]),
    ];
  }

  /** Some of the segment ends, in any order, and the rest comes back; or no report comes at all. */
  private lookUp({ segmentId, steps }: EventData<'segment.requested'>): readonly RunInput[] {
    if (this.pick(8) === 0) return [];
    const ends = [succeeded, succeeded, failed, denied];
    const last = stepLedTo({ segmentId, runId: 'run-1', steps })?.stepId;
    const stepIds = steps.map(({ stepId }) => stepId).filter((stepId) => stepId !== last);
    const done = stepIds.slice(0, this.pick(stepIds.length + 1));
    const left = stepIds.slice(done.length);
    return [
      ...done.map((stepId) => ends[this.pick(ends.length)]!(stepId)),
      ...(left.length > 0 ? [returned(segmentId, left)] : []),
      ...(last === undefined ? [] : this.ledTo(last)),
    ];
  }

  /** The action that the reads lead to ends in some way, or comes back; or no report comes at all. */
  private ledTo(stepId: string): readonly RunInput[] {
    const ends = [succeeded, succeeded, failed, denied, unknown, cancelled, handedBack, handedBack];
    const end = ends[this.pick(ends.length + 1)];
    return end ? [end(stepId)] : [];
  }

  private act(stepId: string): readonly RunInput[] {
    const ends = [
      [succeeded(stepId)],
      [succeeded(stepId)],
      [succeeded(stepId)],
      [failed(stepId)],
      [denied(stepId)],
      [unknown(stepId)],
      [],
    ];
    const approvals = [
      [suspended(stepId), approved(stepId), succeeded(stepId)],
      [suspended(stepId), approved(stepId, 'run-3', 'reject'), rejected(stepId)],
      [suspended(stepId), rejected(stepId, 'approval_expired')],
    ];
    const answers = [...ends, ...approvals];
    return answers[this.pick(answers.length)]!;
  }
}

/**
 * A plan of a few steps, each waiting for some of those before it, or reads that lead to one that acts; sometimes prose
 * at the end.
 */
function anyBundle(choose: GeneratorValue): ArtifactBundle {
  const count = choose(fc.integer, { min: 1, max: 7 });
  const ids = Array.from({ length: count }, (_, index) => `s${index}`);
  const isLeading = choose(fc.boolean);
  const steps: StepDefinition[] = ids.map((id, index) => {
    const least = isLeading ? Math.min(1, index) : 0;
    const dependsOn = choose(fc.subarray, ids.slice(0, index), { minLength: least });
    const acts = isLeading ? index === count - 1 : choose(fc.boolean);
    const needs =
      dependsOn.length > 0 && choose(fc.boolean)
        ? { args: { text: { from: `steps.${dependsOn[0]}.result.text` } } }
        : {};
    return (acts ? deed : echo)(id, dependsOn, { optional: choose(fc.boolean), ...needs });
  });
  const last: StepDefinition[] = [
    {
      id: 'last',
      type: choose(fc.boolean) ? 'synthesize' : 'respond',
      copy: 'echoed',
      dependsOn: ids,
      args: { text: { from: 'steps.s0.result.text' } },
    },
  ];
  const bundle = planBundleWith([...steps, ...(choose(fc.boolean) ? last : [])]);
  // Else every deed waits for a yes, and none is led to.
  const risk: RiskRule[] = isLeading ? [{ tool: 'arbiter.echo.do', kind: 'dispatch' }] : [];
  return { ...bundle, policy: { ...bundle.policy, risk } };
}

function anyServices(choose: GeneratorValue): SimulatedServices {
  const bundle = anyBundle(choose);
  const services = new SimulatedServices(bundle, choose);
  services.send(requested(), planned(bundle));
  if (choose(fc.nat, { max: 2 }) === 0) services.send(choose(fc.boolean) ? cancelRequested('run-4') : cancelReceived());
  services.live();
  return services;
}

const dataOf = <N extends EventName>({ facts }: SimulatedServices, name: N): readonly EventData<N>[] =>
  facts.filter((fact) => fact.name === name).map((fact) => fact.data as EventData<N>);

/** The steps that a fact asks the gateway for. */
function begunBy(fact: Fact): readonly string[] {
  if (fact.name === 'segment.requested') return fact.data.steps.map(({ stepId }) => stepId);
  return fact.name === 'action.requested' ? [fact.data.stepId] : [];
}

const isSkippedIn = (services: SimulatedServices, stepId: string): boolean =>
  dataOf(services, 'run.completed')[0]!.header.steps.some(
    (step) => step.stepId === stepId && step.status === 'skipped',
  );

describe('in whatever order messages come, and however often, a run', () => {
  const always = (claim: (services: SimulatedServices) => void) =>
    fc.assert(
      fc.property(fc.gen(), (choose) => claim(anyServices(choose))),
      { numRuns: 150 },
    );

  it('opens once and ends once, and only what was in flight then comes to its end, told once (R1, R7, EV-04)', () => {
    always((services) => {
      const started = services.lines.filter(({ type }) => type === 'rag.started');
      const done = services.lines.filter(({ type }) => type === 'rag.done');
      expect([started.length, done.length]).toEqual([1, 1]);
      expect([services.lines[0]!.type, services.lines.at(-1)!.type]).toEqual(['rag.started', 'rag.done']);
      const after = services.facts.slice(services.facts.findIndex(({ name }) => name === 'run.completed') + 1);
      const news = after.filter(({ name }) => name !== 'step.completed' && name !== 'segment.taken_back');
      const { unsettled } = services.state.run as EndedRun;
      if (after.length > 0 && unsettled === null) expect(news).not.toEqual([]);
      // What the run waited for is told once, and so is what became of each step whose outcome was unknown.
      const told = news.flatMap((fact) =>
        fact.name === 'run.settled' ? (fact.data.stepIds ?? ['waited for']) : [fact.name],
      );
      expect(told).toEqual([...new Set(told)]);
      expect(new Set(news.map(({ name }) => name)).isSubsetOf(new Set(['run.settled']))).toBe(true);
    });
  });

  it('begins no step that is under way or has ended (R2, EX-04)', () => {
    always(({ facts }) => {
      const known = new Set<string>();
      for (const fact of facts) {
        for (const stepId of begunBy(fact)) {
          expect(known).not.toContain(stepId);
          known.add(stepId);
        }
        if (fact.name === 'segment.taken_back') for (const stepId of fact.data.stepIds) known.delete(stepId);
      }
    });
  });

  it('hands over only what waits for nothing, or for what is handed over with it (R2)', () => {
    always((services) => {
      const plan = dataOf(services, 'run.planned')[0]?.plan;
      const ended = new Set<string>();
      for (const fact of services.facts) {
        const together = begunBy(fact);
        for (const stepId of together) {
          const { dependsOn } = plan!.steps.find(({ id }) => id === stepId)!;
          expect(
            dependsOn.filter((id) => !ended.has(id) && !together.includes(id) && !isSkippedIn(services, id)),
          ).toEqual([]);
        }
        if (fact.name === 'step.completed') ended.add(fact.data.stepId);
      }
    });
  });

  it('names no two segments alike: the gateway decides each once (R2)', () => {
    always((services) => {
      const names = dataOf(services, 'segment.requested').map(({ segmentId }) => segmentId);
      expect(names).toEqual([...new Set(names)]);
    });
  });

  it('never ends a step twice (R3, EX-03, EX-04)', () => {
    always((services) => {
      for (const name of ['step.completed', 'reply.requested', 'reply.composed'] as const) {
        const stepIds = dataOf(services, name).map(({ stepId }) => stepId);
        expect(new Set(stepIds).size).toBe(stepIds.length);
      }
    });
  });

  it('begins nothing once it is cancelled or broken (R4)', () => {
    always((services) => {
      const stopped = services.facts.findIndex(
        ({ name }) =>
          name === 'run.cancelling' || name === 'action.cancel_requested' || name === 'segment.cancel_requested',
      );
      const later = stopped < 0 ? [] : services.facts.slice(stopped).map(({ name }) => name);
      expect(later).not.toContain('action.requested');
      expect(later).not.toContain('segment.requested');
      expect(later).not.toContain('reply.requested');
    });
  });

  it('asks for prose only when nothing is in flight (R5)', () => {
    always((services) => {
      const asked = services.facts.findIndex(({ name }) => name === 'reply.requested');
      const before = services.facts.slice(0, Math.max(asked, 0));
      const back = before.flatMap((fact) => (fact.name === 'segment.taken_back' ? fact.data.stepIds : []));
      expect(before.flatMap(begunBy)).toHaveLength(
        before.filter(({ name }) => name === 'step.completed').length + back.length,
      );
    });
  });

  it('tells in its header how every step went (ER-01, ER-03)', () => {
    always((services) => {
      const { header, status } = dataOf(services, 'run.completed')[0]!;
      const open = header.steps.filter((step) => ['pending', 'running', 'suspended'].includes(step.status));
      expect(open).toEqual([]);
      if (status === 'ok') expect(header.steps.length).toBeGreaterThan(0);
    });
  });

  it('shows phases that only go forward (EV-10)', () => {
    always((services) => {
      const phases = services.lines.map(({ phaseIndex }) => phaseIndex);
      expect(phases).toEqual([...phases].sort());
    });
  });

  it('leaves no timer behind', () => {
    always((services) => expect(services.pending).toEqual([]));
  });

  it('writes only facts of their declared form', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    always((services) => {
      for (const { name, data } of services.facts) {
        const validate = ajv.compile(EVENTS[name].schema);
        if (!validate(data)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)}`);
        expect(JSON.parse(JSON.stringify(data))).toEqual(data);
      }
    });
  });
});
