import {
  AckPolicy,
  DeliverPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  type JetStreamManager,
  type StreamInfo,
} from '@nats-io/jetstream';
import { terminal, type BrokerStream } from '@arbiter/contracts';
import { durableConfiguration, orNull, streamConfiguration, type Durable, type StreamSettings } from './topology';

/** The clocks of Postgres and of the broker may differ by this much. */
const CLOCK_MILLISECONDS = 60_000;

const SETTINGS: StreamSettings = { replicas: 1, megabytes: 12_288, life: '', deadLetterDays: null };

/** Where a durable that has to be made begins. */
export interface DurableStart {
  /** when it was deployed */
  readonly since: Date;
  /** the sequence that the durable had acknowledged in this life of the stream; null when that is unknown */
  readonly floor: number | null;
}

/**
 * Makes a stream as the contracts describe it or, where it exists, changes what differs. Throws a terminal error with
 * the next move when the broker refuses the change.
 */
export async function ensureStream(
  manager: JetStreamManager,
  name: BrokerStream,
  settings: Partial<StreamSettings> = {},
): Promise<StreamInfo> {
  const complete = { ...SETTINGS, ...settings };
  const found = await orNull(manager.streams.info(name));
  if (!found) return manager.streams.add(streamConfiguration(name, complete));
  const wanted = {
    ...streamConfiguration(name, complete),
    ...(name === 'DLQ' && complete.deadLetterDays === null ? { max_age: found.config.max_age } : {}),
  };
  const changes = differences(wanted, found.config);
  if (changes.length === 0) return found;
  return manager.streams.update(name, wanted).catch(async (cause: unknown) => {
    if (changes.includes('description')) await manager.streams.update(name, { description: wanted.description });
    throw refused(
      `stream ${name}`,
      changes,
      `delete it with \`nats stream rm ${name}\`; it is made anew and the facts are published again`,
      cause,
    );
  });
}

/** Makes a durable, or changes what differs. `found` is the broker's durable of that name. */
export async function ensureDurable(
  manager: JetStreamManager,
  durable: Durable,
  found: ConsumerInfo | undefined,
  start: DurableStart,
): Promise<void> {
  const wanted = durableConfiguration(durable);
  if (!found)
    return void (await manager.consumers.add(durable.stream, {
      ...wanted,
      ...(await beginning(manager, durable, start)),
    }));
  const fix = `delete it with \`nats consumer rm ${durable.stream} ${durable.name}\`; it is made anew behind what it had consumed`;
  if (found.config.deliver_subject) throw refused(`durable ${durable.name}`, ['deliver_subject'], fix);
  const changes = differences(wanted, found.config);
  if (changes.length === 0) return;
  await manager.consumers.update(durable.stream, durable.name, wanted).catch((cause: unknown) => {
    throw refused(`durable ${durable.name}`, changes, fix, cause);
  });
}

/**
 * A history is read whole. A consumer begins after the last consumed message or, when that is unknown, at the time of
 * its deployment; on a stream made anew that covers everything. The start is never given as a time: a server may refuse
 * every later change of such a durable.
 */
async function beginning(
  manager: JetStreamManager,
  { stream, kind }: Durable,
  { since, floor }: DurableStart,
): Promise<Partial<ConsumerConfig>> {
  if (kind === 'work' && floor !== null)
    return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: floor + 1 };
  if (stream !== 'EVT') return { deliver_policy: DeliverPolicy.All };
  return {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: await sequenceAt(manager, stream, since.getTime() - CLOCK_MILLISECONDS),
  };
}

/**
 * The first message that a stream took at that time or later, found by binary search; the sequence after the last
 * message when there is none.
 */
async function sequenceAt(manager: JetStreamManager, stream: BrokerStream, milliseconds: number): Promise<number> {
  const { state } = await manager.streams.info(stream);
  let [from, behind] = [Math.max(1, state.first_seq), state.last_seq + 1];
  while (from < behind) {
    const middle = Math.floor((from + behind) / 2);
    const message = await orNull(manager.streams.getMessage(stream, { seq: middle }));
    if (message && message.time.getTime() >= milliseconds) behind = middle;
    else from = middle + 1;
  }
  return from;
}

function differences(wanted: object, found: object): string[] {
  const standing = found as Record<string, unknown>;
  return Object.entries(wanted)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(standing[key] ?? DEFAULTS[key]))
    .map(([key]) => key);
}

/** The values that a server leaves out of its answer. */
const DEFAULTS: Readonly<Record<string, unknown>> = { description: '', ack_policy: AckPolicy.None };

const refused = (what: string, changes: readonly string[], fix: string, cause?: unknown) => {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return terminal(
    'broker_differs',
    `${what} differs in ${changes.join(', ')} and cannot be changed in place${reason}; ${fix}`,
    changes[0]!,
    cause,
  );
};
