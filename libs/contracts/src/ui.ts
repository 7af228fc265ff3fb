import { Type, type Static } from 'typebox';
import { OneOf, Values } from './vocabulary';

/** EV-01. The version of the UI stream as a whole (EV-08). */
export const UI_STREAM_VERSION = 1;
export const UI_EVENT_TYPES = [
  'rag.started',
  'rag.done',
  'rag.error',
  'rag.token',
  'rag.message',
  'rag.sources',
  'rag.results',
  'rag.debug',
  'rag.layout',
] as const;
export type UiEventType = (typeof UI_EVENT_TYPES)[number];

/** EV-01: the one event of the stream that comes in. */
export const CANCEL_EVENT = 'rag.cancel';

/** EV-10 */
export const PHASES = ['tool_phase', 'action_phase', 'complete'] as const;
export type Phase = (typeof PHASES)[number];

/** One event as a client reads it (EV-02, EV-10); `payload` depends on the type. */
export const UiEvent = Type.Object({
  type: OneOf(UI_EVENT_TYPES),
  request_id: Type.String(),
  requestId: Type.String(),
  projectId: Type.String(),
  sessionId: Type.String(),
  seq: Type.Integer({ minimum: 1 }),
  ts: Type.String(),
  phase: OneOf(PHASES),
  phaseIndex: Type.Integer({ minimum: 1 }),
  cycleIndex: Type.Integer({ minimum: 1 }),
  payload: Values,
});
export type UiEvent = Static<typeof UiEvent>;

/** A line that the executor's decisions show; the shell numbers it. */
export interface UiLine {
  readonly type: UiEventType;
  readonly phase: Phase;
  readonly phaseIndex: number;
  readonly cycleIndex: number;
  readonly payload: Values;
}
