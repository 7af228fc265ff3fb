import type { WrittenEvent } from '@arbiter/store';
import type { Handover } from './handover';
import { joined, nameOf, type OutgoingMessage } from './outgoing-message';

/** for at most this long only the outbox holds a fact that was handed over within the process */
export const GATHER_MILLISECONDS = 200;
/** A batch of this size is sent without waiting for more. */
const MOST_GATHERED = 512;

type Message = OutgoingMessage<WrittenEvent>;

interface Waiting {
  readonly message: Message;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The broker's copies of messages that all their consumers were handed within the process. No consumer waits for them,
 * so they gather, and those of one subject travel together.
 *
 * 1. A copy leaves within GATHER_MILLISECONDS; when many wait, and from the close on, at once.
 * 2. Before copies travel as one message, the handover is told that they do: the message comes back unread when each of
 *    them went through.
 * 3. `add` resolves when the broker has acknowledged the copy, and rejects when it has not: its outbox row stays then.
 */
export class LaterCopies {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;
  private closed = false;
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly handover: Pick<Handover, 'join'> | null,
    private readonly send: (message: Message) => Promise<void>,
  ) {}

  add(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ message, resolve, reject });
      if (this.closed || this.waiting.length >= MOST_GATHERED) this.flush();
      else this.timer ??= setTimeout(() => this.flush(), GATHER_MILLISECONDS);
    });
  }

  /** Resolves when the broker has acknowledged or refused every copy that waits. */
  async close(): Promise<void> {
    this.closed = true;
    this.flush();
    await Promise.all(this.sending);
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const { waiting } = this;
    this.waiting = [];
    for (const group of joined(waiting)) this.sendTogether(group);
  }

  private sendTogether(group: readonly Waiting[]): void {
    const [first] = group;
    const { subject, members } = first!.message;
    if (group.length > 1)
      this.handover?.join(
        members[0]!.name,
        group.map(({ message }) => nameOf(message)),
      );
    const whole = group.length === 1 ? members : group.flatMap(({ message }) => message.members);
    const sending = this.send({ subject, members: whole })
      .then(
        () => group.forEach(({ resolve }) => resolve()),
        (error: unknown) => group.forEach(({ reject }) => reject(error)),
      )
      .finally(() => this.sending.delete(sending));
    this.sending.add(sending);
  }
}
