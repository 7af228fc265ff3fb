import type { Static, TSchema } from 'typebox';
import { ACTION_EVENTS } from './action';
import { AGENT_EVENTS } from './agent';
import { ARTIFACT_EVENTS } from './artifact';
import { INSTANCE_EVENTS } from './instance';
import { LINK_EVENTS } from './link';
import { PLAN_EVENTS } from './plan';
import { RETRIEVAL_EVENTS } from './retrieval';
import { RUN_EVENTS } from './run';
import { SEGMENT_EVENTS } from './segment';
import { SESSION_EVENTS } from './session';
import { SLOT_EVENTS } from './slot';
import { TURN_EVENTS } from './turn';

/** Every fact there is, by `<noun>.<verb>`. */
export const EVENTS = {
  ...TURN_EVENTS,
  ...SESSION_EVENTS,
  ...INSTANCE_EVENTS,
  ...PLAN_EVENTS,
  ...RUN_EVENTS,
  ...SEGMENT_EVENTS,
  ...RETRIEVAL_EVENTS,
  ...SLOT_EVENTS,
  ...AGENT_EVENTS,
  ...ACTION_EVENTS,
  ...ARTIFACT_EVENTS,
  ...LINK_EVENTS,
} as const;

export type EventName = keyof typeof EVENTS;
export type EventData<N extends EventName> = Static<(typeof EVENTS)[N]['schema'] & TSchema>;

/** The result of a decider: a fact, not yet recorded. */
export type FactOf<N extends EventName> = { [K in N]: { readonly name: K; readonly data: EventData<K> } }[N];
export type Fact = FactOf<EventName>;

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];
