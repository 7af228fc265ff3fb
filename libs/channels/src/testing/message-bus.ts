import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subjects, type InboundMessage, type OutboundMessage } from '@arbiter/contracts';
import {
  CHANNELS,
  accountsBlock,
  channelUser,
  durablesOfChannel,
  ensureDurable,
  ensureStream,
  natsUsers,
  openBroker,
  orNull,
  type Broker,
} from '@arbiter/runtime/adapter';
import { startBroker, type RunningBroker } from '@arbiter/stack';

const TENANT = 'shop';
const MILLISECOND = 1_000_000;
const ATTEMPTS = 400;
const PAUSE_MILLISECONDS = 50;

const MOST_ATTEMPTS = 6;
/** As telemetry does it, only sooner. */
const KEEP_MILLISECONDS = 100;

/**
 * What stands behind a channel: a real nats-server with its users, and the streams IN and OUT with their durables as
 * telemetry makes them.
 */
export class MessageBus {
  private closed = false;
  private keeping: NodeJS.Timeout | null = null;

  private constructor(
    private readonly running: RunningBroker,
    readonly operator: Broker,
    private readonly channels: readonly string[],
  ) {}

  /** `channels` get credentials besides those the system knows. Passwords are the users' names. */
  static async open(channels: readonly string[] = []): Promise<MessageBus> {
    const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-channels-'));
    const all = [...new Set([...CHANNELS, ...channels])];
    const running = await startBroker({
      dataFolder,
      throwaway: true,
      natsConfiguration: () => accountsBlock(natsUsers((user) => `password-${user}`, [TENANT], all)),
    });
    const operator = await openBroker({
      url: running.nats.url,
      user: 'operator',
      password: 'password-operator',
      name: 'test',
      inbox: 'operator',
    });
    const bus = new MessageBus(running, operator, all);
    await bus.makeStreams();
    await bus.keepDurables();
    return bus;
  }

  /** What an adapter is given in its environment. */
  environmentOf(channel: string): NodeJS.ProcessEnv {
    const user = channelUser(channel);
    return {
      ARBITER_NATS_URL: this.running.nats.url,
      ARBITER_NATS_USER: user,
      ARBITER_NATS_PASSWORD: `password-${user}`,
      ARBITER_TENANT: TENANT,
      ARBITER_LOG_LEVEL: 'silent',
    };
  }

  /** Every message the channel has published, in the order of the stream. */
  async inbound(channel: string): Promise<readonly InboundMessage[]> {
    return (await this.messages('IN', subjects.inbound(TENANT, channel))) as readonly InboundMessage[];
  }

  /** Every cancel the channel has published. */
  cancels(channel: string): Promise<readonly unknown[]> {
    return this.messages('IN', subjects.inboundCancel(TENANT, channel));
  }

  /**
   * Sends a message out as ingress does, under an id of its own, until a broker that may just have come back confirms
   * it; false: it was there before.
   */
  async send(channel: string, message: OutboundMessage, id = `${message.requestId}.${message.kind}`): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { duplicate } = await this.operator.stream.publish(
          subjects.outbound(TENANT, channel),
          JSON.stringify(message),
          { msgID: id, timeout: 5_000 },
        );
        return attempt > 1 || !duplicate;
      } catch (error) {
        if (attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  /** How many messages the channel has not acknowledged yet. */
  async owed(channel: string): Promise<number> {
    const { num_pending: pending, num_ack_pending: unacknowledged } = await this.operator.manager.consumers.info(
      'OUT',
      channelUser(channel),
    );
    return pending + unacknowledged;
  }

  /** Empties both streams, so that a test reads its own; a request that a broker lost as it went down is made again. */
  async clear(): Promise<void> {
    for (const stream of ['IN', 'OUT']) await eventually(() => this.operator.manager.streams.purge(stream));
  }

  async restart(): Promise<void> {
    await this.running.nats.restart!();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.keeping) clearTimeout(this.keeping);
    await this.operator.close();
    await this.running.stop();
  }

  /** The window for duplicates is short, so that a test can outlast it. */
  private async makeStreams(): Promise<void> {
    await ensureStream(this.operator.manager, 'IN');
    await ensureStream(this.operator.manager, 'OUT');
    await this.operator.manager.streams.update('OUT', { duplicate_window: 200 * MILLISECOND });
  }

  /** Makes missing streams, as telemetry does for a deployment: a test that deletes a history finds it made anew. */
  private async keepDurables(): Promise<void> {
    const { manager } = this.operator;
    for (const durable of this.channels.flatMap((channel) => durablesOfChannel(TENANT, channel))) {
      const found = await orNull(manager.consumers.info('OUT', durable.name));
      if (!found) await ensureDurable(manager, durable, undefined, { since: new Date(0), floor: null });
    }
    if (this.closed) return;
    this.keeping = setTimeout(() => void this.keepDurables().catch(() => this.keeping?.refresh()), KEEP_MILLISECONDS);
  }

  private async messages(stream: string, subject: string): Promise<readonly unknown[]> {
    const { state } = await this.operator.manager.streams.info(stream);
    const all: unknown[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await this.operator.manager.streams.getMessage(stream, { seq }).catch(() => null);
      if (message?.subject === subject) all.push(JSON.parse(message.string()));
    }
    return all;
  }
}

/** Asks again until `ask` returns an awaited result; fails with the last failure after twenty seconds. */
export async function eventually<T>(ask: () => T | Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }
}

/** A reply as ingress sends it, to change. */
export function reply(changes: Partial<OutboundMessage> & Pick<OutboundMessage, 'sessionId'>): OutboundMessage {
  return {
    requestId: crypto.randomUUID(),
    inReplyTo: null,
    kind: 'reply',
    status: 'ok',
    code: null,
    header: { steps: [] },
    headerText: '',
    text: '',
    locale: 'en',
    quote: null,
    choices: [],
    answerTo: '0',
    marks: [],
    ...changes,
  };
}
