import type { NatsConnection } from '@nats-io/transport-node';

interface Frame {
  readonly inbox: string;
  readonly body: string;
}

/**
 * Hands frames to the broker. Frames of one turn of the event loop leave together in one write: a write is a system
 * call, and costs more than the rest of its work.
 *
 * 1. Frames leave in the order they came.
 * 2. No frame waits for longer than the turn of the event loop in which it came; `flush` lets all leave at once.
 * 3. Without a connection no asker can be reached; each has its deadline.
 */
export class FrameWriter {
  private waiting: Frame[] = [];

  constructor(private readonly connection: Pick<NatsConnection, 'publish' | 'isClosed'>) {}

  write(inbox: string, body: string): void {
    if (this.waiting.push({ inbox, body }) === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    const frames = this.waiting;
    this.waiting = [];
    if (this.connection.isClosed()) return;
    for (const { inbox, body } of frames) this.connection.publish(inbox, body);
  }
}
