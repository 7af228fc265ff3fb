import type { StreamInfo } from '@nats-io/jetstream';
import type { LastMessage } from './broker-record';

/**
 * Why a stream is not the one that was noted, or null. When a stream was made tells nothing of it: a server that
 * restores an encrypted stream may say another time. Told are a stream that is not there, one that bears another life,
 * one that is shorter than it was (an older backup, a tail that never reached the disk), and one that holds another
 * message where the last one was.
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
