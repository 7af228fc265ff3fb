import { headers } from '@nats-io/transport-node';
import { subjects, type App } from '@arbiter/contracts';
import type { Broker } from './broker';

export interface DeadLetter {
  readonly app: App;
  readonly handler: string;
  readonly cause: string;
  /** names the dead letter: the broker keeps one that is sent twice within its duplicate window once */
  readonly id: string;
  /** where it was addressed, so that it can be sent again */
  readonly subject: string;
  readonly deliveries: number;
  readonly body: Uint8Array | string;
}

const CAUSE_CHARACTERS = 500;

/** Sets a message aside with its cause. Resolves when the broker has it. */
export async function publishDeadLetter(broker: Broker, letter: DeadLetter): Promise<void> {
  const header = headers();
  header.set('Arbiter-Cause', oneLine(letter.cause));
  header.set('Arbiter-Subject', letter.subject);
  header.set('Arbiter-Deliveries', String(letter.deliveries));
  await broker.stream.publish(subjects.deadLetter(tenantOf(letter.subject), letter.app, letter.handler), letter.body, {
    headers: header,
    timeout: 5_000,
    msgID: `${letter.app}.${letter.handler}.${letter.id}`,
  });
}

const tenantOf = (subject: string): string => subject.split('.')[2] || 'unknown';
const oneLine = (text: string): string => text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, CAUSE_CHARACTERS);
