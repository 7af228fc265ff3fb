import type { ActionEnd } from './decider';

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
