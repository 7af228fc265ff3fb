import { Type } from 'typebox';
import { Delivery, Plan } from '../plan';
import { PersonalValues } from '../personal-values';
import { Sealed } from '../sealed';
import { Closed, Values } from '../vocabulary';
import { event } from './event-definition';

const Run = {
  requestId: Type.String(),
  sessionId: Type.String(),
  threadId: Type.Union([Type.String(), Type.Null()]),
  channel: Type.String(),
  messageId: Type.Union([Type.String(), Type.Null()]),
  artifacts: Type.String(),
  delivery: Delivery,
  replaces: Type.Union([Type.String(), Type.Null()]),
};

/** What the planner compiled. */
export const PLAN_EVENTS = {
  'plan.accepted': event(
    'plan',
    3,
    'A plan was compiled and checked; its hash names it (PL-17).',
    Closed({
      ...Run,
      planHash: Type.String(),
      plan: Plan,
      fallback: Type.Boolean(),
      args: Sealed(Values, {}),
      personal: Type.Optional(Sealed(PersonalValues, {})),
    }),
  ),
  'plan.rejected': event(
    'plan',
    3,
    'What was asked for does not compile into a plan (PL-02, PL-03).',
    Closed({
      ...Run,
      reason: Type.String(),
      detail: Sealed(Type.String(), '[erased]'),
    }),
  ),
} as const;
