import { streamOf, type RecordedOf, type Values } from '@arbiter/contracts';
import { deedOf, dispatchedArgs, type DoneElsewhere } from '@arbiter/domain';
import type { Database, Effect, EventStore } from '@arbiter/platform';

/** Of one deed no more than this many are offered at a time. */
const MOST_CLOSED = 20;
/** What was opened earlier waits no more, or is left to its own yes; older weeks are not searched. */
const DAYS_BACK = 31;

/**
 * What was done is no longer offered in the other conversations of that person. An action that begins to wait only
 * now, or that this process did not live to close, still waits for its own yes.
 */
export const closeSameDeeds =
  (
    database: Pick<Database, 'pool'>,
    store: Pick<EventStore, 'readKinds'>,
  ): Effect<'action.succeeded'> & Effect<'action.settled'> =>
  async (event, { submit }) => {
    const { tenant, customerId, data } = event;
    const args = await argumentsOf(event, store);
    if (args === null) return;
    const { rows } = await database.pool.query<{ action_id: string }>({
      name: 'same-deeds',
      text: `select action_id from action_history where tenant = $1 and deed = $2 and status = 'suspended'
             and action_id <> $3 and opened_on >= $4::date - ${DAYS_BACK} limit ${MOST_CLOSED}`,
      values: [tenant, deedOf(data.tool, args, customerId), data.actionId, event.time],
    });
    const command: DoneElsewhere = { name: 'done.elsewhere' };
    await Promise.all(rows.map(({ action_id: id }) => submit(streamOf('action', tenant, id), command, event)));
  };

/** Null where nothing was done, for a read, and once the customer was erased. */
async function argumentsOf(
  { stream, data }: RecordedOf<'action.succeeded'> | RecordedOf<'action.settled'>,
  store: Pick<EventStore, 'readKinds'>,
): Promise<Values | null> {
  if ('checks' in data ? data.checks !== null : data.outcome !== 'done') return null;
  const [dispatched] = await store.readKinds([stream], new Set(['action.dispatched'] as const));
  return dispatched?.name === 'action.dispatched' ? dispatchedArgs(dispatched.data.request) : null;
}
