import { consumersOf, type EventName } from '@arbiter/contracts';
import { of, throwError } from 'rxjs';
import { EventHandlers } from './event-handlers';
import { EventStrategy } from './event-strategy';

/** The planner's strategy after Nest has registered these patterns. */
function planner(patterns: readonly string[], handle: (event: unknown) => unknown = (event) => event) {
  const consumer = {
    handlers: new EventHandlers<unknown>(),
    starts: 0,
    start: async () => void (consumer.starts += 1),
    close: async () => undefined,
  };
  const strategy = new EventStrategy<unknown>('planner');
  strategy.feed(consumer);
  for (const pattern of patterns) strategy.addHandler(pattern, async (event) => handle(event) as never, true);
  return { consumer, started: new Promise((resolve) => strategy.listen(resolve)) };
}

const handled = (handlers: EventHandlers<unknown>) => handlers.of('run.requested' as EventName)!({ id: 'e' } as never);

/** What the flow gives it. */
const OWN = consumersOf('planner').map(({ event }) => event);

describe("the strategy of a service's events", () => {
  it('binds what the flow gives the service, and starts its consumer then', async () => {
    const { consumer, started } = planner(OWN);
    expect(await started).toBeUndefined();
    expect([[...consumer.handlers.names], consumer.starts]).toEqual([OWN, 1]);
    expect(await handled(consumer.handlers)).toEqual({ id: 'e' });
  });

  it.each([
    ['nothing handles an event of it', [], 'no controller of planner has a method for run.requested'],
    ['something handles an event that is not its own', [...OWN, 'plan.accepted'], 'planner handles plan.accepted'],
    ['two methods handle one event', [...OWN, 'run.requested'], 'more than one method for run.requested'],
  ])('does not start a service when %s', async (_why, patterns, message) => {
    const { consumer, started } = planner(patterns);
    expect(String(await started)).toContain(message);
    expect(consumer.starts).toBe(0);
  });

  it('gives what a handler answers and throws as it is, also where Nest has made a stream of it', async () => {
    const wake = { streams: [] };
    expect(await handled(await ready(() => of(wake)))).toBe(wake);
    const error = new Error('come again');
    await expect(handled(await ready(() => throwError(() => error)))).rejects.toBe(error);
  });

  async function ready(handle: () => unknown): Promise<EventHandlers<unknown>> {
    const { consumer, started } = planner(OWN, handle);
    await started;
    return consumer.handlers;
  }
});
