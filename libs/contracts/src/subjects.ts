import type { EventName } from './events';
import { token } from './subject-token';

/** Every NATS subject Arbiter speaks on is spelled here and nowhere else. */
const ROOT = 'arb.v1';

export const subjects = {
  event: (tenant: string, name: EventName) => `${ROOT}.${tenant}.evt.${name}`,
  eventOfAnyTenant: (name: EventName) => `${ROOT}.*.evt.${name}`,
  events: `${ROOT}.*.evt.>`,
  /** an event on its way straight to the services that act on it; no stream keeps it */
  direct: (tenant: string, name: EventName) => `${ROOT}.${tenant}.now.${name}`,
  directOfAnyTenant: (name: EventName) => `${ROOT}.*.now.${name}`,
  /** a service says that it takes events directly */
  here: (app: string) => `here.${app}`,
  everyHere: 'here.*',
  inbound: (tenant: string, channel: string) => `${ROOT}.${tenant}.in.${channel}.message`,
  /** the `rag.cancel` of a channel (EV-01) */
  inboundCancel: (tenant: string, channel: string) => `${ROOT}.${tenant}.in.${channel}.cancel`,
  inbounds: `${ROOT}.*.in.>`,
  outbound: (tenant: string, channel: string) => `${ROOT}.${tenant}.out.${channel}.message`,
  outbounds: `${ROOT}.*.out.>`,
  ui: (tenant: string, sessionId: string, runId: string) => `${ROOT}.${tenant}.ui.${token(sessionId)}.${runId}`,
  uiOfSession: (tenant: string, sessionId: string) => `${ROOT}.${tenant}.ui.${token(sessionId)}.*`,
  everyUi: `${ROOT}.*.ui.>`,
  deadLetter: (tenant: string, app: string, handler: string) => `${ROOT}.${tenant}.dlq.${app}.${handler}`,
  deadLetters: `${ROOT}.*.dlq.>`,
  keyErased: (tenant: string) => `${ROOT}.${tenant}.key.erased`,
  everyKeyErased: `${ROOT}.*.key.erased`,
  ask: (what: 'intent' | 'reply' | 'plan') => `ask.${what}`,
  asks: 'ask.*',
  askAlive: (askId: string) => `ask.alive.${token(askId)}`,
  /** messages of one replica of a service to another */
  replica: (app: string, name: string, what: string, about: string) => `replica.${app}.${name}.${what}.${about}`,
  /** messages to all replicas of a service */
  replicas: (app: string) => `replica.${app}.news`,
  everyReplica: (app: string) => `replica.${app}.>`,
} as const;

/** `arb.v1.shop.in.telegram.message` → tenant, channel, and what came. */
export function parseInbound(subject: string): { tenant: string; channel: string; what: string } {
  const parts = subject.split('.');
  return { tenant: parts[2] ?? '', channel: parts[4] ?? '', what: parts.slice(5).join('.') };
}

const DAY = 86_400;

/**
 * JetStream streams: their subjects, the age limit of their messages, and their share of the broker's bytes. Limits
 * retention throughout. A full stream drops its oldest messages; only IN refuses new ones, because it alone holds
 * messages whose safekeeping a channel was promised.
 */
export const BROKER_STREAMS = {
  EVT: {
    subjects: [subjects.events],
    maxAgeSeconds: 7 * DAY,
    duplicateWindowSeconds: 120,
    share: 0.6,
    whenFull: 'old',
  },
  IN: { subjects: [subjects.inbounds], maxAgeSeconds: DAY, duplicateWindowSeconds: 120, share: 0.15, whenFull: 'new' },
  OUT: {
    subjects: [subjects.outbounds],
    maxAgeSeconds: DAY,
    duplicateWindowSeconds: 120,
    share: 0.15,
    whenFull: 'old',
  },
  DLQ: {
    subjects: [subjects.deadLetters],
    maxAgeSeconds: 30 * DAY,
    duplicateWindowSeconds: 120,
    share: 0.1,
    whenFull: 'old',
  },
} as const;
export type BrokerStream = keyof typeof BROKER_STREAMS;

/** The most a message of any stream may hold. */
export const MOST_MESSAGE_BYTES = 2 * 1_024 * 1_024;
