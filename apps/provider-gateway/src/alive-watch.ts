import { subjects } from '@arbiter/contracts';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';

const LOOKS = 4;

/** Listens for an asker's beats, and calls back once none has come for the given time. */
export class AliveWatch {
  private readonly timer: NodeJS.Timeout;
  private subscription: Subscription | null = null;
  private heardAt = performance.now();

  constructor(
    private readonly connection: NatsConnection,
    private readonly askId: string,
    silenceMilliseconds: number,
    onSilence: () => void,
  ) {
    this.timer = setInterval(() => {
      this.listen();
      if (performance.now() - this.heardAt < silenceMilliseconds) return;
      this.close();
      onSilence();
    }, silenceMilliseconds / LOOKS);
  }

  close(): void {
    clearInterval(this.timer);
    this.subscription?.unsubscribe();
    this.subscription = null;
  }

  /** Most answers are there before an asker needs to be heard, so the subscription waits for the first look. */
  private listen(): void {
    this.subscription ??= this.connection.subscribe(subjects.askAlive(this.askId), { callback: () => this.hear() });
  }

  private hear(): void {
    this.heardAt = performance.now();
  }
}
