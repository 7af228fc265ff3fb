import type { StreamInfo } from '@nats-io/jetstream';
import type { LastMessage } from './broker-record';

/**
 * Why a stream is not the recorded one, or null. A stream's creation time proves nothing: a server that restores an
 * encrypted stream may report another. The reasons are: the stream is gone, it carries another life, it is shorter than
 * it was (an older backup, a tail that never reached the disk), or it holds another message in the place of the last
 * one.
 */
export async function lossOf(
  { stream, sequence, time }: LastMessage,
  life: string,
  found: StreamInfo | null,
  messageAt: (sequence: number) => Promise<{ readonly timestamp: string } | null>,
): Promise<string | null> {
  if (!found) return `stream ${stream} is gone`;
  if ((found.config.description ?? '') !== life) return `stream ${stream} bears another life`;
  const { first_seq: first, last_seq: last } = found.state;
  if (last < sequence) return `stream ${stream} ends at ${last} and went on to ${sequence}`;
  if (time === '' || sequence === 0 || sequence < first) return null;
  const message = await messageAt(sequence);
  return message && message.timestamp !== time ? `stream ${stream} has another message at ${sequence}` : null;
}
