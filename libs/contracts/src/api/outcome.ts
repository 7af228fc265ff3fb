import { Type, type Static } from 'typebox';
import { OUTCOME_STATUSES, SettledOutcome } from '../settlement';
import { Closed, Instant, OneOf } from '../vocabulary';
import { Described, ListOf, Nullable, Text } from './parts';

/** An action of which it is unknown whether its effect took place, as the read models last saw it. */
export const OutcomeView = Closed({
  id: Text,
  runId: Text,
  stepId: Text,
  tool: Text,
  code: Text,
  reason: Text,
  attempts: Described(Type.Integer(), 'requests that may have reached the vendor'),
  status: Described(
    OneOf(OUTCOME_STATUSES),
    'looked_up: the vendor is asked from time to time; open: a person must look',
  ),
  looks: Described(Type.Integer(), 'how often the vendor has been asked since'),
  unknownSince: Instant,
  lookAt: Described(Nullable(Instant), 'when the vendor is asked next'),
  outcome: Nullable(SettledOutcome),
  settledBy: Described(Nullable(Text), 'the key of the person who looked; null: the vendor said it'),
  settledAt: Nullable(Instant),
});
export type OutcomeView = Readonly<Static<typeof OutcomeView>>;

/** Those that are not settled, the oldest first. */
export const OutcomePage = Closed({
  outcomes: ListOf(OutcomeView),
  more: Described(Type.Boolean(), 'whether there are more than these'),
});
export type OutcomePage = Readonly<Static<typeof OutcomePage>>;

/** What a person has found out. */
export const Settlement = Closed({ outcome: SettledOutcome });
export type Settlement = Static<typeof Settlement>;

export const SettlementReceivedView = Closed({
  id: Text,
  outcome: SettledOutcome,
  settledBy: Text,
  receivedAt: Instant,
});
export type SettlementReceivedView = Readonly<Static<typeof SettlementReceivedView>>;
