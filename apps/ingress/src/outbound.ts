import { subjects, type OutboundMessage, type WireEvent } from '@arbiter/contracts';
import type { Broker } from '@arbiter/platform';

const PUBLISH_MILLISECONDS = 5_000;
/** Channels whose people read the UI stream itself. */
const READ_THE_STREAM: ReadonlySet<unknown> = new Set(['web', 'api', 'terminal']);

export const isForAdapter = (channel: unknown): boolean => !READ_THE_STREAM.has(channel);
export const wantsReply = ({ data }: WireEvent): boolean => isForAdapter(data?.['channel']);

/** Resolves when the broker has it. The same `id` within the broker's window is delivered once; after it, an adapter knows it by requestId and kind. */
export async function sendOut(broker: Broker, tenant: string, channel: string, id: string, message: OutboundMessage): Promise<void> {
  await broker.stream.publish(subjects.outbound(tenant, channel), JSON.stringify(message), { msgID: id, timeout: PUBLISH_MILLISECONDS });
}
