import { Type, type Static } from 'typebox';
import { Identifier } from '../message';
import { Closed } from '../vocabulary';
import { Text, Uuid } from './parts';

/** CH-13: which run's agent is to wait. */
export const AgentPause = Closed({ requestId: Identifier });
export type AgentPause = Static<typeof AgentPause>;

/** TP-17: which run's agent goes on, and with which phase. */
export const AgentResume = Closed({
  requestId: Identifier,
  resumeFromPhaseIndex: Type.Integer({ minimum: 1, description: 'the phase that the pause names' }),
});
export type AgentResume = Static<typeof AgentResume>;

/** The wish was received; `phaseIndex` is the phase that the agent stands before. */
export const AgentReceivedView = Closed({ requestId: Uuid, sessionId: Text, phaseIndex: Type.Integer({ minimum: 1 }) });
export type AgentReceivedView = Readonly<Static<typeof AgentReceivedView>>;
