import { randomUUID } from 'node:crypto';
import {
  conversationOf,
  streamOf,
  subjects,
  stepOrigin,
  type App,
  type EventData,
  type EventName,
  type FactOf,
  type Plan,
  type Recorded,
  type RecordedOf,
} from '@arbiter/contracts';
import { canonicalHash } from '@arbiter/domain';
import { Publisher, openBroker, type Broker } from '@arbiter/runtime';
import { EventStore, Keyring, encodeEvent, openDatabase, type Database } from '@arbiter/store';
import { v7 as timeOrderedId } from 'uuid';
import { eventually, type TestSystem } from './test-system';

type Request = Recorded<'run.requested'>;

/**
 * Writes and publishes facts in the name of other services, as an attacker who controls a service could: then only the
 * gateway protects the world. The service in whose name it writes must not run, or not know of the run.
 */
export class Forger {
  private readonly store: EventStore;

  private constructor(
    private readonly arbiter: TestSystem,
    private readonly database: Database,
    private readonly broker: Broker,
    private readonly keyring: Keyring,
  ) {
    this.store = new EventStore(database, keyring, 'forger');
  }

  static async open(arbiter: TestSystem): Promise<Forger> {
    const environment = arbiter.system.environmentOf(null);
    const database = openDatabase(arbiter.system.stack.postgres.url, 'arbiter-test', 2);
    const broker = await openBroker({
      url: arbiter.system.stack.nats.url,
      user: 'operator',
      password: environment['ARBITER_NATS_PASSWORD']!,
      name: 'arbiter-test',
      inbox: 'operator',
    });
    return new Forger(
      arbiter,
      database,
      broker,
      new Keyring(database, [Buffer.from(environment['ARBITER_MASTER_KEY']!, 'base64')]),
    );
  }

  async close(): Promise<void> {
    await this.broker.close();
    await this.database.close();
  }

  /** A fact of that run, once the log has it. */
  recorded<N extends EventName>(name: N, runId: string): Promise<Recorded<N>> {
    return eventually(`${name} of run ${runId}`, async () => {
      const { rows } = await this.arbiter.pool.query<{ envelope: string }>(
        'select whole_envelope(event) as envelope from event where type like $1 and envelope like $2 order by position limit 1',
        [`arbiter.${name}.v%`, `%"correlationid":"${runId}"%`],
      );
      return rows[0] && ((await this.store.decode([rows[0].envelope]))[0] as unknown as Recorded<N>);
    });
  }

  /** The router's fact for the same deed of the same person, in a conversation of its own. */
  async request(like: Request, runId: string, changes: Partial<EventData<'run.requested'>>): Promise<void> {
    const stream = conversationOf(like.tenant, `forged-${runId}`, like.customerId);
    await this.write({ stream, app: 'router' }, { ...like, source: null, id: like.id } as Request, runId, {
      name: 'run.requested',
      data: { ...like.data, requestId: runId, sessionId: `forged-${runId}`, ...changes },
    });
  }

  /** In the planner's place. */
  async plan(runId: string, plan: Plan, hash: 'forged' | 'own' = 'forged'): Promise<void> {
    const request = await this.recorded('run.requested', runId);
    const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = request.data;
    const planHash = hash === 'own' ? canonicalHash({ plan, args }) : hash;
    const data = {
      requestId,
      sessionId,
      threadId,
      channel,
      messageId,
      artifacts,
      delivery,
      replaces,
      planHash,
      plan,
      fallback: false,
      args,
    };
    await this.write({ stream: streamOf('plan', request.tenant, runId), app: 'planner' }, request, runId, {
      name: 'plan.accepted',
      data,
    });
  }

  /** In the executor's place: an action as the recorded plan has it, but for these changes. */
  async action(runId: string, changes: Partial<EventData<'action.requested'>>): Promise<void> {
    const accepted = await this.recorded('plan.accepted', runId);
    const { plan, planHash, sessionId, threadId, artifacts, delivery } = accepted.data;
    const step = plan.steps[0]!;
    await this.write({ stream: streamOf('run', accepted.tenant, runId), app: 'executor' }, accepted, runId, {
      name: 'action.requested',
      data: {
        actionId: `${runId}.${step.id}`,
        runId,
        stepId: step.id,
        origin: stepOrigin(step.id),
        tool: step.tool!,
        args: step.args ?? {},
        idempotencyKey: 'forged',
        planHash,
        scope: plan.scope!,
        sessionId,
        threadId,
        artifacts,
        locale: delivery.locale,
        requestedAt: accepted.time,
        ...changes,
      },
    });
  }

  /** In the router's place, with the right binding: in the log of another conversation, or over the broker alone. */
  async approval(runId: string, how: 'stored_elsewhere' | 'published_only'): Promise<void> {
    const [
      request,
      {
        data: { actionId, binding },
      },
    ] = [await this.recorded('run.requested', runId), await this.recorded('action.suspended', runId)];
    const data = {
      runId,
      actionId,
      requestId: randomUUID(),
      decision: 'approve' as const,
      binding,
      decidedAt: request.time,
    };
    const stored = how === 'stored_elsewhere';
    await this.write(
      {
        stream: stored ? conversationOf(request.tenant, `elsewhere-${runId}`, request.customerId) : request.stream,
        app: 'router',
        isStored: stored,
      },
      request,
      runId,
      { name: 'approval.given', data },
    );
  }

  /** Why the service last set an approval aside. */
  async causeOfLetter(app: App): Promise<string | null> {
    const subject = subjects.deadLetter('shop', app, 'on-approval-given');
    const letter = await this.broker.manager.streams.getMessage('DLQ', { last_by_subj: subject }).catch(() => null);
    return letter?.header.get('Arbiter-Cause') ?? null;
  }

  private async write<N extends EventName>(
    { stream, app, isStored = true }: { readonly stream: string; readonly app: string; readonly isStored?: boolean },
    cause: Recorded,
    runId: string,
    fact: FactOf<N>,
  ): Promise<void> {
    const { time, tenant, customerId, traceParent } = cause;
    const event = {
      id: timeOrderedId(),
      app,
      stream,
      version: isStored ? 1 : 9_999,
      time,
      tenant,
      customerId,
      correlationId: runId,
      causationId: cause.id,
      source: { stream: cause.stream, version: cause.version },
      traceParent,
      ...fact,
    } as unknown as RecordedOf<EventName>;
    const { id, name, version } = event;
    const published = [{ id, name, tenant, stream, version, text: encodeEvent(event, this.keyring), event }];
    const stored = isStored
      ? (await this.store.append([{ stream, decisions: [], due: [], ui: [], events: [event] }])).travelling
      : published;
    await new Publisher(this.broker).publish(stored);
  }
}
