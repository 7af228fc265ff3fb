import { approvalTampering, streamsForAction } from '@arbiter/domain';
import { reactTo, type AnyReaction, type ProvenanceReader, type ServiceCore } from '@arbiter/platform';

/** A yes lets something happen, so it is looked for in the log: what only came over the broker is set aside. */
export const onApprovalGiven = ({ store }: ServiceCore, provenances: ProvenanceReader): AnyReaction =>
  reactTo('approval.given', {
    streams: streamsForAction,
    refusal: async (event) => {
      const { stream, version, tenant, data: { runId } } = event;
      const [stored, provenance] = await Promise.all([store.read([{ stream, after: version - 1 }], 1), provenances.read(tenant, { runId, stepIds: [] })]);
      return approvalTampering(event, stored.get(stream)?.[0] ?? null, provenance);
    },
  });
