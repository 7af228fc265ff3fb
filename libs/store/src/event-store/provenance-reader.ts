import {
  actionIdOf,
  agentStream,
  agentsDownTo,
  branchOfRunId,
  isRunStop,
  stepOrigin,
  streamOf,
  wasRefused,
  type ActionEnd,
  type AgentFact,
  type AgentOf,
  type ArtifactBundle,
  type BranchProvenance,
  type DeriveBranch,
  type Plan,
  type Provenance,
  type RevisionProvenance,
  type StepsOfRun,
} from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import type { Keyring } from '../sealing';
import type { Filled, Origin, ProvenanceFacts } from './provenance-facts';

/** of the plans of all runs that are remembered: a step with its action's end takes some 2 KB */
const CACHED_STEPS = 6_000;

/** The facts of a run that never change once it is planned, and the known ends of its actions. */
interface Known extends Origin {
  readonly branch?: BranchProvenance;
  readonly ends: Map<string, ActionEnd>;
  /** filled-in values, by step */
  readonly filled: Map<string, Filled>;
  /** the data key that its personal values were read with */
  readonly keyId: string | null;
}

interface Parts {
  readonly facts: ProvenanceFacts;
  readonly keyring: Keyring;
  readonly artifacts: { cached(hash: string): ArtifactBundle | undefined; load(hash: string): Promise<ArtifactBundle> };
  /** the steps of a plan whose actions must be checked before these steps are done, without these steps */
  readonly stepsBefore: (plan: Plan, stepIds: readonly string[]) => readonly string[];
  /** the steps of a plan that a model fills in, and that these take something of */
  readonly slotsBefore: (plan: Plan, stepIds: readonly string[]) => readonly string[];
  /** the steps of a plan whose results give the objects of its branches */
  readonly readsOfSweep: (plan: Plan) => readonly string[];
  readonly branchOf: DeriveBranch;
}

/**
 * Reads the facts that steps of a run are based on.
 *
 * 1. Everything comes from the log: the plan in the run's plan stream, the fact that caused the first fact of that
 *    stream, the ends of its actions in whichever of the run's action streams they are, the values that a model filled
 *    in from the run's own stream, and the revisions of a branch's plan from the branch's plan stream.
 * 2. Each fact is read once: a plan, its request and an action's end never change. Only a missing fact is looked for
 *    again.
 * 3. Those who ask for a run at the same time share one reading of it. When that found nothing it is read again: the
 *    reading may have begun before the plan was there.
 * 4. Facts that were read under one key of a customer are not used under another (CX-08).
 *
 * Throws the errors of Postgres; a missing plan is null.
 */
export class ProvenanceReader {
  /** 3. by plan stream */
  private readonly reading = new Map<string, Promise<Known | undefined>>();
  private readonly runs = new LRUCache<string, Known>({ maxSize: CACHED_STEPS, sizeCalculation: stepsOf });

  constructor(private readonly parts: Parts) {}

  async read(
    tenant: string,
    { runId, stepIds, planHash, refused = [], undone, caller }: StepsOfRun,
  ): Promise<Provenance | null> {
    const known = await this.known(tenant, runId, planHash);
    if (!known) return null;
    const { plan, request, branch } = known;
    const before = this.parts.stepsBefore(plan.data.plan, stepIds);
    const others = undone === undefined ? refused : [...refused, undone];
    const ends = await this.endsOf(known, tenant, runId, before, others);
    const { artifacts } = this.parts;
    const bundle = await artifacts.load(request.data.artifacts);
    const slots = this.parts.slotsBefore(plan.data.plan, stepIds);
    const filled = slots.length === 0 ? [] : await this.filledOf(known, streamOf('run', tenant, runId), slots);
    const undoing = undone === undefined ? {} : await this.undoing(tenant, runId, undone);
    const agents = caller && (await this.agentsTo(tenant, caller));
    return {
      plan,
      request,
      artifacts: bundle,
      ends,
      ...(agents && { agents }),
      ...undoing,
      ...(filled.length > 0 && { filled }),
      ...(branch && { branch }),
    };
  }

  /** Read anew for each undo: the run goes on meanwhile. */
  private async undoing(tenant: string, runId: string, undone: string): Promise<Pick<Provenance, 'stops' | 'settled'>> {
    const { facts } = this.parts;
    const [stops = [], settled] = await Promise.all([
      facts.stops.get(streamOf('run', tenant, runId)),
      facts.settled.get(streamOf('action', tenant, undone)),
    ]);
    return {
      stops: stops.filter(isRunStop),
      ...(settled && { settled }),
    };
  }

  /** It is read anew for each call: every call has further facts. */
  private agentsTo(tenant: string, caller: AgentOf): Promise<readonly (readonly AgentFact[])[]> {
    const { agents } = this.parts.facts;
    return Promise.all(agentsDownTo(caller).map(async (agent) => (await agents.get(agentStream(tenant, agent))) ?? []));
  }

  /** A run, or a branch of one: a branch follows from its run and from the results of the run's reads. */
  private async known(tenant: string, runId: string, planHash: string | undefined): Promise<Known | undefined> {
    const place = branchOfRunId(runId);
    if (!place) return this.run(streamOf('plan', tenant, runId));
    const whole = await this.run(streamOf('plan', tenant, place.runId));
    const first = whole && (await this.branch(tenant, runId, place.runId, whole));
    return first && planHash !== whole.plan.data.planHash ? this.revised(tenant, runId, planHash, first) : first;
  }

  /** A branch with its first plan. */
  private async branch(tenant: string, runId: string, wholeId: string, whole: Known): Promise<Known | undefined> {
    const stream = streamOf('plan', tenant, runId);
    const cached = this.runs.get(stream);
    if (cached && cached.branch?.plan === whole.plan) return cached;
    const { plan, request, keyId } = whole;
    const ends = await this.endsOf(whole, tenant, wholeId, this.parts.readsOfSweep(plan.data.plan));
    const reads = ends.filter((end) => !wasRefused(end));
    const bundle = await this.parts.artifacts.load(request.data.artifacts);
    const derived = this.parts.branchOf(plan, runId, reads, bundle, []);
    if (!derived) return undefined;
    const known: Known = { ...derived, request, ends: new Map(), filled: new Map(), keyId };
    this.runs.set(stream, known);
    return known;
  }

  /** PL-18: a branch with the revised plan of that hash, or the latest; the first, where the log holds none. */
  private async revised(
    tenant: string,
    runId: string,
    planHash: string | undefined,
    first: Known,
  ): Promise<Known | undefined> {
    const stream = streamOf('plan', tenant, runId);
    const cached = planHash === undefined ? undefined : this.runs.get(`${stream}@${planHash}`);
    if (cached && cached.branch?.plan === first.branch!.plan) return cached;
    const all = (await this.parts.facts.revisions.get(stream)) ?? [];
    const until = planHash === undefined ? all.length - 1 : all.findIndex(({ data }) => data.planHash === planHash);
    if (until < 0) return first;
    const accepted = all.slice(0, until + 1);
    const stepIds = accepted.map(({ data }) => data.stepId);
    const failures = await this.endsOf(first, tenant, runId, stepIds);
    const revisions = accepted.map((revision): RevisionProvenance => {
      const failure = failures.find(({ data }) => data.stepId === revision.data.stepId);
      return { accepted: revision, failure: failure ?? null };
    });
    const { plan, reads } = first.branch!;
    const bundle = await this.parts.artifacts.load(first.request.data.artifacts);
    const derived = this.parts.branchOf(plan, runId, reads, bundle, revisions);
    if (!derived) return undefined;
    const known: Known = { ...first, ...derived };
    this.runs.set(`${stream}@${known.plan.data.planHash}`, known);
    return known;
  }

  /** An end this process has just committed need not be read. */
  note(end: ActionEnd): void {
    const { actionId, runId } = end.data;
    this.runs.get(streamOf('plan', end.tenant, runId))?.ends.set(actionId, end);
  }

  /** Reads a plan and its request, so that they are known when a step of it comes. */
  async readAhead(planStream: string): Promise<void> {
    await this.run(planStream);
  }

  private async run(stream: string): Promise<Known | undefined> {
    const cached = this.runs.get(stream);
    if (cached && cached.keyId === this.parts.keyring.keyIdOf(cached.plan)) return cached;
    const shared = await this.reading.get(stream);
    if (shared) return shared;
    const reading = this.readRun(stream).finally(() => this.reading.delete(stream));
    this.reading.set(stream, reading);
    return reading;
  }

  private async readRun(stream: string): Promise<Known | undefined> {
    const origin = await this.parts.facts.origins.get(stream);
    if (!origin) return undefined;
    const keyId = this.parts.keyring.keyIdOf(origin.plan);
    const known: Known = { ...origin, ends: new Map(), filled: new Map(), keyId };
    this.runs.set(stream, known);
    return known;
  }

  /**
   * The latest end of each step, and those of these actions. EX-23: after one that was refused there may be another.
   */
  private async endsOf(
    { ends }: Known,
    tenant: string,
    runId: string,
    stepIds: readonly string[],
    actionIds: readonly string[] = [],
  ): Promise<readonly ActionEnd[]> {
    const isKnown = (stepId: string): boolean => {
      const end = latestEnd(ends, runId, stepId);
      return end !== undefined && !wasRefused(end);
    };
    if (!stepIds.every(isKnown) || actionIds.some((actionId) => !ends.has(actionId)))
      for (const end of (await this.parts.facts.ends.get(streamOf('action', tenant, runId))) ?? [])
        ends.set(end.data.actionId, end);
    return [
      ...stepIds.flatMap((stepId) => latestEnd(ends, runId, stepId) ?? []),
      ...actionIds.flatMap((actionId) => ends.get(actionId) ?? []),
    ];
  }

  private async filledOf({ filled }: Known, run: string, stepIds: readonly string[]): Promise<readonly Filled[]> {
    if (stepIds.some((stepId) => !filled.has(stepId)))
      for (const event of (await this.parts.facts.filled.get(run)) ?? []) filled.set(event.data.stepId, event);
    return stepIds.flatMap((stepId) => filled.get(stepId) ?? []);
  }
}

/** One more for the run itself. A plan longer than the whole cache is remembered alone. */
const stepsOf = ({ plan }: Known): number => Math.min(CACHED_STEPS, plan.data.plan.steps.length + 1);

/** A step is asked for again only after its earlier action has ended. */
function latestEnd(ends: Known['ends'], runId: string, stepId: string): ActionEnd | undefined {
  let latest: ActionEnd | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const end = ends.get(actionIdOf(runId, stepOrigin(stepId, attempt)));
    if (end === undefined) return latest;
    latest = end;
  }
}
