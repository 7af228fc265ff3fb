import type { Static } from 'typebox';
import { ApprovalDecision } from '../approval';
import { Closed, Instant } from '../vocabulary';
import { ListOf, Text, Uuid } from './parts';
import { PlaybookSubmittedView } from './playbook';

/** A message was received, now or before. */
export const MessageReceivedView = Closed({ sessionId: Text, messageId: Text, requestId: Uuid });
export type MessageReceivedView = Readonly<Static<typeof MessageReceivedView>>;

/** The wish to stop a run was received. */
export const CancelReceivedView = Closed({ requestId: Uuid, sessionId: Text });
export type CancelReceivedView = Readonly<Static<typeof CancelReceivedView>>;

/** An event of another system was received, with the instances that it asks for. */
export const EventReceivedView = Closed({ source: Text, id: Text, playbooks: ListOf(PlaybookSubmittedView) });
export type EventReceivedView = Readonly<Static<typeof EventReceivedView>>;

/** The answer to an approval that stands. */
export const ApprovalAnsweredView = Closed({
  id: Text,
  decision: ApprovalDecision,
  answeredBy: Text,
  answeredAt: Instant,
});
export type ApprovalAnsweredView = Readonly<Static<typeof ApprovalAnsweredView>>;
