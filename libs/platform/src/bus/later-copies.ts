import type { WrittenEvent } from '../event-store';
import type { Handover } from './handover';
import { joined, nameOf, type OutgoingMessage } from './outgoing-message';

/** so long at most nobody but the outbox has what was handed over here alone */
export const GATHER_MILLISECONDS = 100;
/** as many as this do not wait for more */
const MOST_GATHERED = 512;

type Message = OutgoingMessage<WrittenEvent>;

interface Waiting {
  readonly message: Message;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The broker's copies of what all its consumers were handed within the process. Nobody waits for them, so they gather,
 * and those of one subject travel together.
 *
 * 1. A copy leaves within GATHER_MILLISECONDS; when many wait, and from the close on, at once.
 * 2. Copies that travel as one message are told to the handover as one before it leaves: it comes back unread when all
 *    of them went through.
 * 3. `add` resolves when the broker has acknowledged the copy, and rejects when it has not: its outbox row stays then.
 */
export class LaterCopies {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;
  private closed = false;
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly handover: Pick<Handover, 'join'>,
    private readonly send: (message: Message) => Promise<void>,
  ) {}

  add(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ message, resolve, reject });
      if (this.closed || this.waiting.length >= MOST_GATHERED) this.flush();
      else this.timer ??= setTimeout(() => this.flush(), GATHER_MILLISECONDS);
    });
  }

  /** Resolves when the broker has acknowledged, or failed to, what waits. */
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
      this.handover.join(
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
