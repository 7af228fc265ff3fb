import { Type, type Static } from 'typebox';
import { TraceEvent } from '../trace';
import { Closed } from '../vocabulary';
import { Described, ListOf, Text } from './parts';

/** The trace of the agents of a run, as telemetry has folded it so far. */
export const TraceView = Closed({
  requestId: Text,
  events: ListOf(TraceEvent),
  more: Described(Type.Boolean(), 'whether there are more than these'),
});
export type TraceView = Readonly<Static<typeof TraceView>>;
