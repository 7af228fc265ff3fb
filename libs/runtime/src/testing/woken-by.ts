import type { EventName } from '@arbiter/contracts';
import { EventHandlers } from '../bus';
import type { Wake } from '../shell';

/** The handlers of a service to which events of one name matter, each for the same wake. */
export function wokenBy(name: EventName, wake: Wake): EventHandlers<Wake> {
  const handlers = new EventHandlers<Wake>();
  handlers.bind(name, async () => wake);
  return handlers;
}
