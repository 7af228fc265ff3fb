import { hash } from 'node:crypto';
import type { JsMsg } from '@nats-io/jetstream';
import {
  ArbiterError,
  ChannelName,
  Identifier,
  InboundMessage,
  TENANT_NAME,
  parseInbound,
  readJson,
  terminal,
} from '@arbiter/contracts';
import { asArbiterError, failureOf } from '@arbiter/resilience';
import {
  FailedDeliveries,
  INBOUND_DURABLE,
  Problem,
  Subscription,
  publishDeadLetter,
  fieldProblem,
  objectProblems,
} from '@arbiter/runtime';
import type { BusParts } from './bus-parts';
import { parseJson } from './http/json-body';
import { UNKNOWN_RUN } from './http/known-run';
import { inboundCancel } from './inbound-cancel';
import type { ReceivedFact } from './intake/received-fact';
import type { RunDirectory } from './intake/run-directory';
import type { Reception } from './reception';
import type { WhoIsAsking } from './who-is-asking';

/** The services that take an inbound message in. */
interface InboundParts {
  readonly bus: BusParts;
  readonly who: WhoIsAsking;
  readonly reception: Reception;
  readonly runs: RunDirectory;
}

const HANDLER = 'on-inbound-message';
const LONGEST_PAUSE_MILLISECONDS = 30_000;
const IDENTITY = { field: 'messageId', status: 409 };

/** A cancel is delivered so often before its run counts as unknown: a run may show itself after it was accepted. */
const MOST_LOOKS = 5;

/**
 * Messages and cancels of channel adapters (CH-03, EV-01): checked like those over HTTP, received, acknowledged. Tenant
 * and channel come from the subject, which the adapter's credentials allow; the customer comes from the account's link
 * where the tenant wants one (CH-17).
 *
 * 1. A message that keeps killing its consumer is set aside before anything is decoded.
 * 2. An invalid message goes to the dead letters at once and blocks nothing; one that cannot be taken now comes again
 *    later.
 * 3. A dead letter describes its message and gives its position in the stream IN; the text itself is not kept longer
 *    than there, because no customer's key seals it.
 */
export function onInboundMessage(parts: InboundParts): Subscription {
  const { broker, recovery, onTrouble, dependencies, database } = parts.bus;
  const failed = new FailedDeliveries(database);
  const subscription: Subscription = new Subscription(broker, {
    stream: 'IN',
    durable: INBOUND_DURABLE,
    restore: () => recovery.restore(),
    onTrouble,
    dependencies,
    onMessage: (message) =>
      void take(parts, failed, message)
        .catch(onTrouble)
        .finally(() => subscription.release(message)),
  });
  return subscription;
}

async function take(parts: InboundParts, failed: FailedDeliveries, message: JsMsg): Promise<void> {
  try {
    const lost = await failed.begin(message);
    if (lost !== null) throw terminal('undeliverable', lost);
    await parts.reception.receive(await factOf(parts, message), IDENTITY);
    message.ack();
    await failed.ended(message).catch(parts.bus.onTrouble);
  } catch (error) {
    await endFailed(parts, failed, message, error).catch((failure: unknown) => {
      parts.bus.onTrouble(failure);
      message.nak(LONGEST_PAUSE_MILLISECONDS);
    });
  }
}

async function endFailed(parts: InboundParts, failed: FailedDeliveries, message: JsMsg, error: unknown): Promise<void> {
  const passes =
    isTurnedAway(error) || isEarly(message, error) || (isUnforeseen(error) && !(await failed.failed(message, error)));
  if (passes) {
    parts.bus.onTrouble(error);
    return message.nak(pauseOf(message, error));
  }
  await setAside(parts, message, error);
  message.term();
}

/** Throws a terminal error that names the fault, or a Problem. */
async function factOf(parts: InboundParts, message: JsMsg): Promise<ReceivedFact> {
  const { tenant, channel, what } = parseInbound(message.subject);
  if (!TENANT_NAME.test(tenant)) throw misaddressed('names no tenant');
  if (fieldProblem('channel', ChannelName, channel)) throw misaddressed('names no channel');
  const body = parseJson(Buffer.from(message.data));
  if (what === 'message') return parts.who.turnOf(tenant, channel, messageIn(body, channel));
  if (what === 'cancel') return inboundCancel(parts, { tenant, channel }, body);
  throw misaddressed('names neither a message nor a cancel');
}

const misaddressed = (fault: string): ArbiterError =>
  terminal(
    'invalid_message',
    `the subject ${fault}; publish on arb.v1.<tenant>.in.<channel>.message or .cancel`,
    'subject',
  );

function messageIn(body: unknown, channel: string): InboundMessage {
  const [problem] = objectProblems(InboundMessage, body);
  if (problem) throw terminal('invalid_message', problem.detail, problem.field);
  const inbound = body as InboundMessage;
  if (inbound.channel !== undefined && inbound.channel !== channel)
    throw terminal('invalid_message', 'channel differs from the subject; leave it out', 'channel');
  return inbound;
}

const isEarly = (message: JsMsg, error: unknown): boolean =>
  error instanceof Problem && error.code === UNKNOWN_RUN && message.info.deliveryCount < MOST_LOOKS;

/** Too much at once, or a dependency of ingress is away: the message is not to blame. */
function isTurnedAway(error: unknown): boolean {
  if (error instanceof Problem) return error.status === 429 || error.status === 503;
  const { kind } = failureOf(error);
  return kind === 'outage' || kind === 'passing';
}

/** An unexpected error may pass, and comes again until it has failed often. */
const isUnforeseen = (error: unknown): boolean =>
  (!(error instanceof Problem) && failureOf(error).kind === 'fault') ||
  (error instanceof ArbiterError && error.code === 'internal');

const pauseOf = (message: JsMsg, error: unknown): number =>
  Math.min(
    LONGEST_PAUSE_MILLISECONDS,
    Math.max(asArbiterError(error).details.delayMilliseconds ?? 0, 250 * 2 ** message.info.deliveryCount),
  );

async function setAside(parts: InboundParts, message: JsMsg, error: unknown): Promise<void> {
  const { broker, metrics, logger } = parts.bus;
  const { code, field, detail } = describe(error);
  const letter = {
    code,
    field,
    detail,
    messageId: messageIdOf(message),
    bytes: message.data.length,
    sha256: hash('sha256', message.data),
    stream: message.info.stream,
    sequence: message.info.streamSequence,
  };
  await publishDeadLetter(broker, {
    app: 'ingress',
    handler: HANDLER,
    cause: `${code}: ${detail}`,
    id: `${INBOUND_DURABLE}.${message.info.streamSequence}`,
    subject: message.subject,
    deliveries: message.info.deliveryCount,
    body: JSON.stringify(letter),
  });
  metrics.deadLettered(HANDLER);
  logger.warn({ code, field, sequence: letter.sequence }, 'channel message set aside');
}

function describe(error: unknown): { code: string; field: string | null; detail: string } {
  if (error instanceof Problem) return { code: error.code, field: error.body.field ?? null, detail: error.detail };
  const { code, message, details } = asArbiterError(error);
  return { code, field: details.field ?? null, detail: message };
}

/** Null when the body does not say which message it is. */
function messageIdOf(message: JsMsg): string | null {
  try {
    const { messageId } = readJson(message.string()) as { messageId?: unknown };
    return fieldProblem('messageId', Identifier, messageId) ? null : (messageId as string);
  } catch {
    return null;
  }
}
