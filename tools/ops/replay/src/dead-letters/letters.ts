import type { JetStreamManager, StoredMsg } from '@nats-io/jetstream';
import { terminal, type BrokerStream } from '@arbiter/contracts';
import { isNotFound } from '@arbiter/runtime';

const STREAM: BrokerStream = 'DLQ';

/** A message that was set aside. */
export interface Letter {
  readonly sequence: number;
  readonly time: string;
  /** `<tenant>.dlq.<app>.<handler>` behind the root of all subjects */
  readonly setAsideAs: string;
  readonly cause: string;
  /** where it was addressed */
  readonly subject: string;
  readonly deliveries: number;
  readonly body: Uint8Array;
}

/** The newest letters, the oldest of them first. Letters are kept for thirty days. */
export async function newestLetters(manager: JetStreamManager, atMost: number): Promise<readonly Letter[]> {
  const { first_seq: first, last_seq: last } = (await manager.streams.info(STREAM).catch(noStream)).state;
  const letters: Letter[] = [];
  for (let sequence = Math.max(1, first, last - atMost + 1); sequence <= last; sequence += 1) {
    const letter = await readLetter(manager, sequence);
    if (letter) letters.push(letter);
  }
  return letters;
}

/** Throws a terminal error when there is none of that number. */
export async function letterOf(manager: JetStreamManager, sequence: number): Promise<Letter> {
  const letter = await readLetter(manager, sequence);
  if (!letter)
    throw terminal(
      'nothing_found',
      `there is no dead letter ${sequence}; npm run dead-letters -- list shows those there are`,
      'sequence',
    );
  return letter;
}

/** A stored message, or null when the stream has none of that number any more. */
export const storedMessage = (manager: JetStreamManager, stream: string, sequence: number): Promise<StoredMsg | null> =>
  manager.streams.getMessage(stream, { seq: sequence }).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

async function readLetter(manager: JetStreamManager, sequence: number): Promise<Letter | null> {
  const message = await storedMessage(manager, STREAM, sequence);
  return message && letterIn(message);
}

function letterIn({ seq, timestamp, subject, header, data }: StoredMsg): Letter {
  const value = (name: string): string => header?.get(name) ?? '';
  return {
    sequence: seq,
    time: timestamp,
    setAsideAs: subject,
    cause: value('Arbiter-Cause'),
    subject: value('Arbiter-Subject'),
    deliveries: Number(value('Arbiter-Deliveries')),
    body: data,
  };
}

const NO_MESSAGE = 10_037;
const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === NO_MESSAGE || isNotFound(error);

function noStream(error: unknown): never {
  if (isNotFound(error))
    throw terminal('nothing_found', 'the broker has no dead letters yet: its stream DLQ is made when a service starts');
  throw error;
}
