import type { EventName } from '@arbiter/contracts';
import { EventHandlers } from '../bus';
import type { Recipients } from '../shell';

/** The handlers of a service to which events of one name matter, each with the same recipients. */
export function recipientsOf(name: EventName, recipients: Recipients): EventHandlers<Recipients> {
  const handlers = new EventHandlers<Recipients>();
  handlers.bind(name, async () => recipients);
  return handlers;
}
