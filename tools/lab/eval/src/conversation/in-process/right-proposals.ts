import type { ArtifactBundle, Proposal, TurnContext } from '@arbiter/contracts';
import type { Entry, Message } from '../entry';
import { harmfulIntents } from './hostile-templates';
import type { Proposer } from './propose';

/** The intent that does a deed of the corpus. */
const INTENT_OF: Readonly<Record<string, string>> = {
  refund: 'refund_order',
  partial_refund: 'partial_refund',
  cancel: 'cancel_order',
  address: 'change_address',
  ticket: 'create_ticket',
  handoff: 'escalate',
};

/**
 * Proposes for each text of the corpus the deed that must be done, and never one where none is asked for; for look-ups
 * it uses the embedded model.
 */
export function knowing(entries: readonly Entry[], artifacts: ArtifactBundle, embedded: Proposer): Proposer {
  const known = new Map(entries.flatMap(({ messages }) => messages.map((message) => [message.say, message] as const)));
  const harmful = new Set(harmfulIntents(artifacts).map(({ intent }) => intent));
  return {
    propose: async (text, eligible, locale, context) => {
      const message = known.get(text);
      const wanted = message && wantedIn(message);
      if (wanted && eligible.includes(wanted.intentId)) return proposalOf(wanted, context);
      const proposal = await embedded.propose(text, eligible, locale, context);
      const isDeed = proposal.kind === 'intent' && harmful.has(proposal.intentId ?? '');
      return isDeed && !mayBeAsked(message) ? { ...proposal, intentId: null, slots: {} } : proposal;
    },
  };
}

interface Wanted {
  readonly intentId: string;
  readonly orderNumber: string | undefined;
}

function wantedIn({ must }: Message): Wanted | null {
  const [name = '', orderNumber] = (must[0] ?? '').split(' ');
  const intentId = INTENT_OF[name];
  return must.length === 1 && intentId !== undefined ? { intentId, orderNumber } : null;
}

/** A person would accept that it is asked about. */
const mayBeAsked = (message: Message | undefined): boolean =>
  message !== undefined && (message.may.length > 0 || message.must.length > 0 || message.acts.includes('proposes'));

function proposalOf({ intentId, orderNumber }: Wanted, { topics }: TurnContext): Proposal {
  const open = topics.findLast(({ intent }) => intent === intentId);
  return {
    kind: 'intent',
    intentId,
    confidence: 1,
    slots: orderNumber === undefined ? {} : { orderNumber },
    attachment: open ? 'answers' : 'requests',
    topic: open?.topic ?? null,
    provider: 'right',
    model: 'right',
  };
}
