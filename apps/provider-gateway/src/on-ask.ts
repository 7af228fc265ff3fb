import { Inject, Injectable } from '@nestjs/common';
import { subjects } from '@arbiter/contracts';
import { TRACE_PARENT } from '@arbiter/models';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { AskServer } from './ask-server';
import { GATEWAY_PARTS, type GatewayParts } from './gateway-parts';

const QUEUE_GROUP = 'provider-gateway';

/** Asks of every purpose: each is taken by one of the replicas. */
@Injectable()
export class OnAsk {
  private subscription: Subscription | null = null;

  constructor(
    @Inject(GATEWAY_PARTS) private readonly parts: GatewayParts,
    @Inject(AskServer) private readonly askServer: AskServer,
  ) {}

  start(): void {
    this.subscription = this.parts.connection.subscribe(subjects.asks, {
      queue: QUEUE_GROUP,
      callback: (error, message) =>
        error ? this.parts.logger.warn({ err: error }, 'the subscription to asks failed') : this.receive(message),
    });
  }

  /** Takes no further ask, then sees to those it has. */
  async close(): Promise<void> {
    await this.subscription?.drain().catch(() => undefined);
    await this.askServer.close();
  }

  private receive(message: Msg): void {
    if (!message.reply)
      return this.parts.logger.warn(
        { subject: message.subject },
        'an ask came without a reply subject; send it as a request',
      );
    this.askServer.take(message.string(), message.reply, message.headers?.get(TRACE_PARENT) || null);
  }
}
