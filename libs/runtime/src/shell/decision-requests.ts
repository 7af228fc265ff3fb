import type { ArtifactBundle, EventName, RecordedOf } from '@arbiter/contracts';
import type { DecisionRequest, Draft } from './draft';
import type { Input } from './item';
import type { ShellParts } from './parts';

/** Gathers the context of a decision: its artifacts, the customer's key, the time, and the origin of values. */
export class DecisionRequests<State> {
  constructor(private readonly parts: ShellParts<State>) {}

  /** `at`: the time a timer was claimed at, when the input is one. */
  async of(draft: Draft<State>, input: Input, cause: RecordedOf<EventName> | null, at = ''): Promise<DecisionRequest> {
    const { definition, artifacts: bundles, store, clock } = this.parts;
    const hash = definition.artifactsOf(draft.entry.state, input) ?? (await bundles.active(draft.tenant));
    const artifacts: ArtifactBundle = bundles.cached(hash) ?? (await bundles.load(hash));
    const customerId = draft.customerOf(cause);
    if (customerId !== cause?.customerId) await store.sealer.load([{ tenant: draft.tenant, customerId }]);
    const now = clock.now();
    return {
      input,
      cause,
      now: at > now ? at : now,
      artifacts,
      artifactsHash: hash,
      ...(await this.provenance(draft, input)),
      traceParent: cause?.traceParent ?? draft.entry.traceParent,
    };
  }

  private async provenance(draft: Draft<State>, input: Input): Promise<Pick<DecisionRequest, 'provenance'>> {
    const { decider, provenanceOf } = this.parts.definition;
    const steps = decider.provenance?.(draft.entry.state, input) ?? null;
    return steps && provenanceOf ? { provenance: await provenanceOf(draft.tenant, steps) } : {};
  }
}
