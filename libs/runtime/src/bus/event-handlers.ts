import type { EventName, RecordedOf } from '@arbiter/contracts';

/** The signature of a controller's method that handles an event. */
export type EventHandler<Result> = (event: RecordedOf<EventName>) => Promise<Result>;

/** The event handlers of a service, by the event each handles; bound before the first event comes. */
export class EventHandlers<Result> {
  private readonly handlers = new Map<EventName, EventHandler<Result>>();
  private readonly bound = new Set<EventName>();

  /** The events that are handled: of this object's own, and growing with it. */
  get names(): ReadonlySet<EventName> {
    return this.bound;
  }

  bind(name: EventName, handler: EventHandler<Result>): void {
    this.handlers.set(name, handler);
    this.bound.add(name);
  }

  /** Undefined where the service handles no event of that name. */
  of(name: EventName): EventHandler<Result> | undefined {
    return this.handlers.get(name);
  }
}
