import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { consumersOf, type App, type EventName } from '@arbiter/contracts';
import { isObservable, lastValueFrom, throwError } from 'rxjs';
import type { EventHandlers } from './event-handlers';

/** Takes a service's events from the broker and hands them to its handlers. */
export interface EventConsumer<Result> {
  readonly handlers: EventHandlers<Result>;
  start(): Promise<void>;
  /** Takes no further event and finishes those that have begun. */
  close(): Promise<void>;
}

/**
 * Nest's transport for a service's events: each `@EventPattern` names an event of flow.ts that the service consumes,
 * and every one is named once. The consumer fetches the events in batches and acts on the handlers' results (decision
 * 0064).
 */
export class EventStrategy<Result> extends Server implements CustomTransportStrategy {
  private consumer: EventConsumer<Result> | undefined;

  constructor(private readonly app: App) {
    super();
  }

  /** To be called before `listen`, where flow.ts gives the service events. */
  feed(consumer: EventConsumer<Result>): void {
    this.consumer = consumer;
  }

  listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  async close(): Promise<void> {
    await this.consumer?.close();
  }

  /** Reports no events of the connection: the service's own probes watch it. */
  on(): never {
    throw new Error('events of the connection are told by /readyz');
  }

  unwrap(): never {
    throw new Error('the connection belongs to the service, not to the strategy');
  }

  private async start(): Promise<void> {
    const expected = new Set(consumersOf(this.app).map(({ event }) => event));
    for (const pattern of this.messageHandlers.keys()) {
      if (!expected.has(pattern as EventName))
        throw new Error(`${this.app} handles ${pattern}, which flow.ts does not give it`);
    }
    for (const event of expected) {
      const handler = this.handlerOf(event);
      this.consumer!.handlers.bind(event, (fact) => resultOf<Result>(handler, fact));
    }
    await this.consumer?.start();
  }

  private handlerOf(event: EventName): MessageHandler {
    const handler = this.messageHandlers.get(event);
    if (!handler) throw new Error(`no controller of ${this.app} has a method for ${event}, which flow.ts gives it`);
    if (handler.next) throw new Error(`${this.app} has more than one method for ${event}`);
    return handler;
  }
}

async function resultOf<Result>(handler: MessageHandler, fact: unknown): Promise<Result> {
  const result: unknown = await handler(fact, null);
  return (isObservable(result) ? lastValueFrom(result) : result) as Promise<Result>;
}

/** Passes a handler's error on unchanged: the consumer reads from it whether the event is to come again. */
@Catch()
export class PassErrorsOn implements RpcExceptionFilter {
  catch(error: unknown): ReturnType<RpcExceptionFilter['catch']> {
    return throwError(() => error);
  }
}
