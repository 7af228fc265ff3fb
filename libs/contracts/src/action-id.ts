import type { ActionEnd } from './decider';

/** Which of the actions of a run: of a step, and how often that was asked for until then, from 1. */
export interface ActionPlace {
  readonly stepId: string;
  readonly turn: number;
}

/** EX-23: a step that was refused is asked for again under a new id. */
export const actionIdOf = (runId: string, { stepId, turn }: ActionPlace): string =>
  turn === 1 ? `${runId}.${stepId}` : `${runId}.${stepId}.${turn}`;

/** Read back from an id of that run. */
export function placeOfAction(runId: string, actionId: string): ActionPlace {
  const [stepId = '', turn = '1'] = actionId.slice(runId.length + 1).split('.');
  return { stepId, turn: Number(turn) };
}

/** The step that a segment leads to: the one whose action, and so whose stream, names the segment. */
export const stepLedTo = <S extends { readonly actionId: string }>(
  segmentId: string,
  steps: readonly S[],
): S | undefined => steps.find(({ actionId }) => actionId === segmentId);

/**
 * EX-23: the vendor no longer accepts the tenant's credentials: the action had no effect, and its request is not at
 * fault.
 */
export const wasRefused = ({ name, data }: Pick<ActionEnd, 'name' | 'data'>): boolean =>
  name === 'action.failed' && 'code' in data && data.code === 'auth_failed';
