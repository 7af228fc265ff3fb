import { Type, type Static } from 'typebox';
import { Delegation } from './agent';
import { Closed } from './vocabulary';

/** EX-23: left out as long as the step was not refused. */
export const Asked = Type.Optional(
  Type.Integer({ minimum: 2, description: 'how often the step was asked for, with this time, where that is not once' }),
);

/** A step of the plan. EX-23: one that was refused is asked for again. */
export const StepOrigin = Closed({
  kind: Type.Literal('step'),
  stepId: Type.String(),
  attempt: Type.Integer({ minimum: 1, description: 'how often the step was asked for, with this time' }),
});
export type StepOrigin = Static<typeof StepOrigin>;

/** The undo of an action that is done. */
const UndoOrigin = Closed({
  kind: Type.Literal('undo'),
  of: Type.String({ description: 'the id of the action that is undone' }),
});

/** A call that a model chose, within the tools and budgets of a step. */
const AgentCallOrigin = Closed({
  kind: Type.Literal('agent_call'),
  stepId: Type.String(),
  delegation: Type.Optional({ ...Delegation, description: 'of a delegate: the calls that led to it' }),
  call: Type.Integer({ minimum: 1, description: 'which of the calls of the agent' }),
});

/** What an action is asked for by; there is no other origin, and the gate proves it from the log (AG-13). */
export const ActionOrigin = Type.Union([StepOrigin, UndoOrigin, AgentCallOrigin], {
  description: 'what the action is asked for by, which the gate proves from the log',
});
export type ActionOrigin = Static<typeof ActionOrigin>;

export const ACTION_ORIGINS: readonly ActionOrigin['kind'][] = ['step', 'undo', 'agent_call'];

export const stepOrigin = (stepId: string, attempt = 1): StepOrigin => ({ kind: 'step', stepId, attempt });

/**
 * Where an argument comes from, the most certain first: bound by the plan, said by the person, recorded by an earlier
 * call, or chosen by a model.
 */
export const ARGUMENT_ORIGINS = ['plan', 'person', 'record', 'model'] as const;
export type ArgumentOrigin = (typeof ARGUMENT_ORIGINS)[number];

/** Names an action by its origin. Nothing is read back from the name. */
export function actionIdOf(runId: string, origin: ActionOrigin): string {
  switch (origin.kind) {
    case 'step':
      return origin.attempt === 1 ? `${runId}.${origin.stepId}` : `${runId}.${origin.stepId}.${origin.attempt}`;
    case 'undo':
      return `${origin.of}.undo`;
    case 'agent_call':
      return `${runId}.${origin.stepId}.call.${[...(origin.delegation ?? []), origin.call].join('.')}`;
  }
}
