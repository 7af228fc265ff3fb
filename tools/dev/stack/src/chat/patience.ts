import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UiEvent } from '@arbiter/contracts';
import { type ChatClient, type Turn, Unavailable } from './client';

const usualMilliseconds = 5_000;
const patienceMilliseconds = 300_000;
const pauseMilliseconds = 1_000;

/**
 * Sends one message until it is answered: a message that could not be taken, or whose answer broke off, is sent again
 * under the same id, which counts once. Throws the error of a final refusal, and after five minutes the latest
 * obstacle.
 */
export async function sayPatiently(
  client: ChatClient,
  text: string,
  tell: (line: string) => void,
  onEvent?: (event: UiEvent) => void,
): Promise<Turn> {
  const messageId = randomUUID();
  const late = setTimeout(
    () => tell('this takes longer than usual; the answer comes here as soon as it is there'),
    usualMilliseconds,
  );
  try {
    for (const until = Date.now() + patienceMilliseconds; ; await sleep(pauseMilliseconds)) {
      const outcome = await client.say(text, onEvent, messageId).catch((error: unknown) => {
        if (error instanceof Unavailable && Date.now() < until) return null;
        throw error;
      });
      if (outcome) return outcome;
    }
  } finally {
    clearTimeout(late);
  }
}
