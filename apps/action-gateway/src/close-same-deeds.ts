import { setTimeout as wait } from 'node:timers/promises';
import type { Artifacts } from '@arbiter/artifacts';
import { streamOf, type Recorded, type RecordedOf } from '@arbiter/contracts';
import { deedOf, dispatchedArgs, type DoneElsewhere } from '@arbiter/domain';
import type { Effect, Submit } from '@arbiter/runtime';
import type { Database, EventStore } from '@arbiter/store';

/** Of one deed no more than this many are offered at a time. */
const MOST_CLOSED = 20;
/** What was opened earlier waits no more, or is left to its own yes; older weeks are not searched. */
const DAYS_BACK = 31;
/** The record of what was done waits no longer for the offers to be closed. */
const LONGEST_CLOSING_MILLISECONDS = 2_000;

/** What was sent, or what became of which was asked. */
type Sent = Recorded<'action.dispatched'> | Recorded<'action.look_requested'>;
type Close = (sent: Sent, submit: Submit, cause?: RecordedOf<'action.succeeded' | 'action.settled'>) => Promise<void>;

/** What was done is no longer offered in the other conversations of that person. */
export const closeSameDeeds =
  (database: Pick<Database, 'pool'>, artifacts: Pick<Artifacts, 'load'>): Close =>
  async (sent, submit, cause) => {
    const { tenant, customerId, time, data } = sent;
    const args = dispatchedArgs(data.request);
    // Erased with the customer.
    if (args === null) return;
    const { tools } = await artifacts.load(data.artifacts);
    // What changes nothing is never offered.
    if (tools.some(({ tool, riskClass }) => tool === data.tool && riskClass === 'read')) return;
    const { rows } = await database.pool.query<{ action_id: string }>({
      name: 'same-deeds',
      text: `select action_id from action_history where tenant = $1 and deed = $2 and status = 'suspended'
             and action_id <> $3 and opened_on >= $4::date - ${DAYS_BACK} limit ${MOST_CLOSED}`,
      values: [tenant, deedOf(data.tool, args, customerId), data.actionId, time],
    });
    const command: DoneElsewhere = { name: 'done.elsewhere' };
    await Promise.all(rows.map(({ action_id: id }) => submit(streamOf('action', tenant, id), command, cause ?? sent)));
  };

/**
 * Before it is recorded that it was done, so that a process that dies right after the record leaves nothing open. What
 * keeps the offers from being closed, or closed in time, does not keep the record: the effect below closes them then.
 */
export const closeFirst =
  (close: Close): ((sent: Sent, submit: Submit) => Promise<void>) =>
  async (sent, submit) => {
    const timeout = new AbortController();
    const closing = close(sent, submit).catch(() => undefined);
    const { signal } = timeout;
    await Promise.race([closing, wait(LONGEST_CLOSING_MILLISECONDS, undefined, { signal }).catch(() => undefined)]);
    timeout.abort();
  };

/**
 * Once more after the fact: for offers that only began to wait meanwhile, and for what a person has settled. Those of a
 * settlement that this process does not live to close still wait for their own yes.
 */
export const closeAfterwards =
  (close: Close, store: Pick<EventStore, 'readKinds'>): Effect<'action.succeeded'> & Effect<'action.settled'> =>
  async (event, { submit }) => {
    const { stream, data } = event;
    if ('checks' in data ? data.checks !== null : data.outcome !== 'done') return;
    const [dispatched] = await store.readKinds([stream], new Set(['action.dispatched'] as const));
    if (dispatched?.name === 'action.dispatched') await close(dispatched, submit, event);
  };
