import { subjects, type Mark, type OutboundMessage, type WireEvent } from '@arbiter/contracts';
import type { Broker } from '@arbiter/runtime';

const PUBLISH_MILLISECONDS = 5_000;
/** Channels whose people read the UI stream itself, over HTTP; all other channels have an adapter. */
const READ_THE_STREAM: ReadonlySet<unknown> = new Set(['api', 'console']);

const isForAdapter = (channel: unknown): boolean => !READ_THE_STREAM.has(channel);
export const wantsReply = ({ data }: Pick<WireEvent, 'data'>): boolean => isForAdapter(data?.['channel']);

/** The common fields of a run's messages. */
interface Spoken {
  readonly runId: string;
  readonly sessionId: string;
  readonly messageId: string | null;
  readonly locale: string;
  readonly anchor: string | null;
}

/** A message of a run. It quotes the message it answers only when there is a reason to (CH-08, CH-09). */
export function outboundOf(
  { runId, sessionId, messageId, locale, anchor }: Spoken,
  said: Pick<OutboundMessage, 'kind'> & Partial<OutboundMessage>,
): OutboundMessage {
  return {
    sessionId,
    requestId: runId,
    inReplyTo: messageId,
    status: 'in_progress',
    code: null,
    header: null,
    headerText: '',
    text: '',
    locale,
    quote: anchor === null ? null : messageId,
    choices: [],
    answerTo: runId,
    marks: [],
    ...said,
  };
}

/** A reaction on a message, if there is one to react to. */
export const markOn = (messageId: string | null, reaction: Mark['reaction']): Mark[] =>
  messageId === null ? [] : [{ messageId, reaction }];

/**
 * Resolves when the broker has it. The same `id` within the broker's window is delivered once; after it, an adapter
 * knows it by requestId and kind.
 */
export async function sendOut(
  broker: Broker,
  tenant: string,
  channel: string,
  id: string,
  message: OutboundMessage,
): Promise<void> {
  await broker.stream.publish(subjects.outbound(tenant, channel), JSON.stringify(message), {
    msgID: id,
    timeout: PUBLISH_MILLISECONDS,
  });
}
