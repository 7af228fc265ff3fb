import type { Attachment, Proposal } from '@arbiter/contracts';
import { openLocalProposer } from '../local-proposer';
import type { UserTurn } from './dialogue';
import { slotName, type Catalogue } from './schema';

export const PROPOSALS = ['none', 'local', 'acts'] as const;
export type ProposalSource = (typeof PROPOSALS)[number];

/** The source of proposals during an evaluation; the owner closes it. */
export interface Proposer {
  propose(text: string, turn: UserTurn): Promise<Proposal>;
  close(): Promise<void>;
}

export async function proposerOf(source: ProposalSource, catalogue: Catalogue): Promise<Proposer> {
  switch (source) {
    case 'none':
      return { propose: async () => NO_PROPOSAL, close: async () => undefined };
    case 'acts':
      return { propose: async (_, turn) => proposalOfActs(turn, catalogue), close: async () => undefined };
    case 'local':
      return localProposer(catalogue);
  }
}

const NO_PROPOSAL: Proposal = { kind: 'failure', code: 'provider_unavailable', message: 'no model proposes' };

async function localProposer({ bundle: { intents } }: Catalogue): Promise<Proposer> {
  const local = await openLocalProposer(intents);
  const eligible = intents.map(({ intent }) => intent);
  return { propose: (text) => local.propose({ text, intents, eligible }), close: () => local.close() };
}

/** The person's acts by the source, as a model that reads perfectly would put them. */
function proposalOfActs({ acts, pending_before }: UserTurn, { intents }: Catalogue): Proposal {
  const wanted = acts.find(([, act]) => act === 'INFORM_INTENT');
  const intentId = intents.find(({ service, name }) => service === wanted?.[0] && wanted[3].includes(name))?.id ?? null;
  const given = acts.filter(([, act, slot, values]) => act === 'INFORM' && slot !== '' && values.length > 0);
  return {
    kind: 'intent',
    intentId,
    confidence: 1,
    provider: 'acts',
    model: 'acts',
    slots: Object.fromEntries(given.map(([, , slot, said, normal]) => [slotName(slot), normal[0] ?? said[0]])),
    attachment: attachmentOf(
      new Set(acts.map(([, act]) => act)),
      pending_before.some(({ act }) => act === 'CONFIRM'),
    ),
  };
}

const ANSWERS = ['AFFIRM', 'NEGATE', 'SELECT', 'AFFIRM_INTENT', 'NEGATE_INTENT', 'INFORM'];
const QUESTIONS = ['REQUEST', 'REQUEST_ALTS'];

function attachmentOf(acts: ReadonlySet<string>, isConfirming: boolean): Attachment | null {
  if (acts.has('INFORM_INTENT')) return 'requests';
  if (isConfirming && acts.has('NEGATE') && acts.has('INFORM')) return 'corrects';
  if (ANSWERS.some((act) => acts.has(act))) return 'answers';
  if (QUESTIONS.some((act) => acts.has(act))) return 'asks_about';
  return acts.size > 0 ? 'courtesy' : null;
}
