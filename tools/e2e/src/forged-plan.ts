import { streamOf, type FactOf, type Plan } from '@arbiter/contracts';
import { EventStore, Keyring, Publisher, openBroker, openDatabase } from '@arbiter/platform';
import { v7 as timeOrderedId } from 'uuid';
import { eventually, type House } from './house';

/**
 * Writes and publishes an accepted plan in the planner's place, as a planner in the wrong hands could: whatever it holds,
 * nothing but the gateway stands between it and the world. The planner itself must not run.
 */
export async function forgePlan(house: House, runId: string, plan: Plan): Promise<void> {
  const environment = house.system.environmentOf(null);
  const database = openDatabase(house.system.stack.postgres.url, 'arbiter-test', 2);
  const broker = await openBroker({
    url: house.system.stack.nats.url, user: 'operator', password: environment['ARBITER_NATS_PASSWORD']!, name: 'arbiter-test', inbox: 'operator',
  });
  try {
    const keyring = new Keyring(database, [Buffer.from(environment['ARBITER_MASTER_KEY']!, 'base64')]);
    const store = new EventStore(database, keyring, 'planner');
    const request = await eventually(`run ${runId} to be requested`, async () => {
      const { rows } = await house.pool.query<{ envelope: string }>(
        `select envelope from event where type like 'arbiter.run.requested.v%' and envelope like $1`, [`%"correlationid":"${runId}"%`]);
      return rows[0] && (await store.decode([rows[0].envelope]))[0];
    });
    const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, args } = request.data as FactOf<'run.requested'>['data'];
    const stream = streamOf('plan', request.tenant, runId);
    const { travelling } = await store.append([{
      stream, decisions: [], due: [], ui: [],
      events: [{
        id: timeOrderedId(), name: 'plan.accepted', app: 'planner', stream, version: 1, time: request.time, tenant: request.tenant, customerId: request.customerId,
        correlationId: runId, causationId: request.id, source: { stream: request.stream, version: request.version }, traceParent: request.traceParent,
        data: { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, planHash: 'forged', plan, fallback: false, args },
      }],
    }]);
    await new Publisher(broker).publish(travelling);
  } finally {
    await broker.close();
    await database.close();
  }
}
