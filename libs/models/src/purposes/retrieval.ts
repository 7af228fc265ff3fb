import { terminal, type Proposal } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';
import type { Purpose } from './purpose';

export const RetrievalAsk = Type.Object({
  query: Type.String(),
  channel: Type.String(),
  locale: Type.String(),
});
export type RetrievalAsk = Static<typeof RetrievalAsk>;
export type EvidenceProposal = Extract<Proposal, { kind: 'evidence' }>;

/** EX-08: passages of the tenant's knowledge. The gateway looks them up itself; no model is asked. */
export const retrieval: Purpose<RetrievalAsk, EvidenceProposal> = {
  name: 'retrieval',
  subject: 'reply',
  input: RetrievalAsk,
  isSpoken: false,
  embeddedModels: {},
  task: () => {
    throw terminal('no_model_asked', 'the knowledge is looked up without a model; remove the purpose from models.yaml');
  },
};
