import {
  PLAYBOOK_CHANNEL,
  instanceRunId,
  playbookName,
  streamOf,
  type ApprovalAnswer,
  type EventData,
  type Grants,
  type InboundMessage,
  type KnownApproval,
  type LinkOffer,
  type OutcomeView,
  type PlaybookInstance,
  type PlaybookRunView,
  type RunSubmission,
  type SettledOutcome,
  type Values,
} from '@arbiter/contracts';
import { recognisedValues } from '@arbiter/models';
import { requestIdOf } from '@arbiter/runtime';
import type { Caller } from '../http/api-keys';
import type { AskedBranch } from '../views/approvals';
import type { OutcomeOwner } from '../views/unknown-outcomes';

/** The channel of runs that a caller starts by name. */
const DIRECT_CHANNEL = 'api';

/** Used in a key in place of a channel; no channel has such a name. */
export const OTHER = {
  run: '/run',
  cancel: '/cancel',
  playbook: '/playbook',
  approval: '/approval',
  resume: '/resume',
  settlement: '/settlement',
  pause: '/pause',
} as const;

type ReceivedName =
  | 'turn.received'
  | 'run.submitted'
  | 'run.cancel_received'
  | 'playbook.submitted'
  | 'approval.received'
  | 'resume.received'
  | 'action.settlement_received'
  | 'agent.pause_received'
  | 'agent.resume_received';
type DataOf<N extends ReceivedName> = Omit<EventData<N>, 'payloadHash' | 'receivedAt'>;

/** Something that came in from outside, checked, not yet recorded. */
export type ReceivedFact = { [N in ReceivedName]: Received<N> }[ReceivedName];

interface Received<N extends ReceivedName> {
  readonly name: N;
  readonly tenant: string;
  readonly customerId: string;
  readonly sessionId: string;
  readonly stream: string;
  readonly requestId: string;
  /** unique within the stream */
  readonly dedupeKey: string;
  /** the content that two receptions under one dedupe key must share */
  readonly payload: unknown;
  readonly data: DataOf<N>;
  /** it mostly begins its stream: no look for what stands there comes before the append, which corrects the guess */
  readonly opens: boolean;
}

/** A run that was received or shown, as far as its cancellation needs to know it. */
export interface KnownRun {
  readonly tenant: string;
  readonly runId: string;
  readonly sessionId: string;
  readonly customerId: string;
}

/** Whom a fact about a run concerns that was received or shown before, and where it is kept. */
export const aboutRun = ({ tenant, runId, sessionId, customerId }: KnownRun) => ({
  tenant,
  customerId,
  sessionId,
  requestId: runId,
  opens: false,
  stream: streamOf('turn', tenant, sessionId),
});

/** The sender (CH-17): one without a link to a customer gets an offer of a link, and nothing else is answered. */
export interface Asking {
  readonly customerId: string;
  readonly linkOffer?: LinkOffer;
}

/** CH-01 as it came in on a channel (CH-05). By default the sender is the user that the message names. */
export function turnReceived(
  tenant: string,
  channel: string,
  message: InboundMessage,
  asking: Asking = { customerId: message.userId },
): ReceivedFact {
  const { sessionId, userId, text, messageId, channelMetadata = {}, twoStage } = message;
  const requestId = requestIdOf(tenant, channel, sessionId, messageId);
  const hints = hintsOf(message);
  const personal = recognisedValues(text);
  return {
    name: 'turn.received',
    tenant,
    customerId: asking.customerId,
    sessionId,
    requestId,
    opens: false,
    stream: streamOf('turn', tenant, sessionId),
    dedupeKey: `${channel}/${messageId}`,
    // Sent again by the other route it is the same message.
    payload: { userId, text, channelMetadata, ...hints },
    data: {
      requestId,
      sessionId,
      ...asking,
      channel,
      messageId,
      ...hints,
      ...(twoStage && { twoStage }),
      ...quotedTurn(tenant, channel, message),
      locale: localeOf(channelMetadata),
      text,
      ...(personal.length > 0 && { personal: [...personal] }),
      channelMetadata,
    },
  };
}

/** The optional hints of a message besides its text. */
function hintsOf({
  replyToMessageId,
  answerTo,
  unreadable,
  tier,
}: InboundMessage): Pick<InboundMessage, 'replyToMessageId' | 'answerTo' | 'unreadable' | 'tier'> {
  return {
    ...(replyToMessageId === undefined ? {} : { replyToMessageId }),
    ...(answerTo === undefined ? {} : { answerTo }),
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(tier === undefined ? {} : { tier }),
  };
}

/** RT-11: a quoted message is a turn of the same chat, whose id follows from its own (CH-05). */
const quotedTurn = (
  tenant: string,
  channel: string,
  { sessionId, replyToMessageId }: InboundMessage,
): { replyToRequestId?: string } =>
  replyToMessageId === undefined ? {} : { replyToRequestId: requestIdOf(tenant, channel, sessionId, replyToMessageId) };

/** C16: a named template with arguments, in the session that the caller names. A key counts within its session. */
export function runSubmitted(
  tenant: string,
  caller: string,
  submission: RunSubmission,
  idempotencyKey: string,
): ReceivedFact {
  const { template, args = {}, sessionId, userId = caller, tier } = submission;
  const wish = tier === undefined ? {} : { tier };
  const requestId = requestIdOf(tenant, OTHER.run, sessionId, idempotencyKey);
  return {
    name: 'run.submitted',
    tenant,
    customerId: userId,
    sessionId,
    requestId,
    dedupeKey: `${OTHER.run}/${idempotencyKey}`,
    stream: streamOf('turn', tenant, sessionId),
    opens: true,
    payload: { userId, template, args, ...wish },
    data: { requestId, sessionId, customerId: userId, channel: DIRECT_CHANNEL, template, args, ...wish },
  };
}

/** The instance of a playbook for a day, or a further attempt: for every caller and every repeat it is the same run. */
export function playbookSubmitted(
  tenant: string,
  submittedBy: string,
  instance: PlaybookInstance,
  artifacts: string,
  because?: EventData<'playbook.submitted'>['because'],
): ReceivedFact {
  const owner = playbookName(instance.playbook);
  const requestId = instanceRunId(tenant, instance);
  return {
    name: 'playbook.submitted',
    tenant,
    customerId: owner,
    sessionId: owner,
    requestId,
    opens: false,
    stream: streamOf('turn', tenant, owner),
    dedupeKey: [OTHER.playbook, instance.day, ...(instance.attempt === undefined ? [] : [instance.attempt])].join('/'),
    payload: instance,
    data: {
      requestId,
      sessionId: owner,
      customerId: owner,
      channel: PLAYBOOK_CHANNEL,
      ...instance,
      artifacts,
      submittedBy,
      ...(because && { because }),
    },
  };
}

/** A caller's answer to an approval of a playbook; each approval takes one answer (AP-08). */
export function approvalReceived(
  { tenant, name: answeredBy }: Caller,
  { id: actionId, playbook, runId, branchId, binding }: KnownApproval & AskedBranch,
  { decision, reason }: ApprovalAnswer,
): ReceivedFact {
  const owner = playbookName(playbook);
  return {
    name: 'approval.received',
    ...aboutRun({ tenant, runId, customerId: owner, sessionId: owner }),
    dedupeKey: `${OTHER.approval}/${actionId}`,
    payload: { decision },
    data: {
      requestId: requestIdOf(tenant, OTHER.approval, owner, actionId),
      sessionId: owner,
      playbook,
      runId: branchId,
      actionId,
      decision,
      binding,
      ...(reason === undefined ? {} : { reason }),
      answeredBy,
    },
  };
}

/** PL-28: the resumption of a paused instance; each pause takes one. */
export function resumeReceived(
  { tenant, name: resumedBy }: Pick<Caller, 'tenant' | 'name'>,
  { runId, playbook, day }: Pick<PlaybookRunView, 'runId' | 'playbook' | 'day'>,
  pause: number,
  granted: Grants,
): ReceivedFact {
  const owner = playbookName(playbook);
  return {
    name: 'resume.received',
    ...aboutRun({ tenant, runId, customerId: owner, sessionId: owner }),
    dedupeKey: `${OTHER.resume}/${runId}/${pause}`,
    payload: granted,
    data: { requestId: runId, sessionId: owner, playbook, day, pause, granted, resumedBy },
  };
}

/** What a person has found out about an action whose outcome was unknown; each takes one settlement. */
export function settlementReceived(
  { tenant, name: settledBy }: Pick<Caller, 'tenant' | 'name'>,
  { id: actionId, runId }: Pick<OutcomeView, 'id' | 'runId'>,
  { customerId, sessionId }: OutcomeOwner,
  outcome: SettledOutcome,
): ReceivedFact {
  return {
    name: 'action.settlement_received',
    ...aboutRun({ tenant, runId, customerId, sessionId }),
    dedupeKey: `${OTHER.settlement}/${actionId}`,
    payload: { outcome },
    data: { actionId, runId, sessionId, outcome, settledBy },
  };
}

/** The `rag.cancel` of EX-21. One is enough for a run; with a key of its own a caller may send another. */
export function cancelReceived(run: KnownRun, idempotencyKey = '1'): ReceivedFact {
  const { runId, sessionId } = run;
  return {
    name: 'run.cancel_received',
    ...aboutRun(run),
    dedupeKey: `${OTHER.cancel}/${runId}/${idempotencyKey}`,
    payload: { runId },
    data: { runId, sessionId },
  };
}

/** BCP 47: the language is not known. */
const UNDETERMINED = 'und';

/**
 * Channels give a person's language in `channelMetadata.locale`; without one, or with `und`, the text decides (RT-17).
 */
function localeOf(channelMetadata: Values): string | null {
  const { locale } = channelMetadata;
  return typeof locale === 'string' && locale !== UNDETERMINED && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale)
    ? locale
    : null;
}
