import type { ArtifactBundle } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { compiledTool } from '../calls/compiled-tool';
import { dispatchedArgs, type Dispatch } from '../state/action-state';

const MINUTE_MILLISECONDS = 60_000;

/** The pause before each look, and after the last one: more than a day in all. */
const PAUSES_IN_MINUTES = [1, 5, 15, 60, 240, 720, 1_440, 10] as const;

/** How often the vendor is asked what became of an action. */
export const MOST_LOOKS = PAUSES_IN_MINUTES.length - 1;

/** After so long a request that had no answer cannot land any more: "it is not there" tells that it never will be. */
export const LANDED_MILLISECONDS = 15 * MINUTE_MILLISECONDS;

/** When the look after so many is due; after the last one a person must look. */
export const nextLookAt = (looks: number, now: string): string =>
  instantAfter(now, PAUSES_IN_MINUTES[Math.min(looks, MOST_LOOKS)]! * MINUTE_MILLISECONDS);

/** Empty where the vendor cannot be asked. */
export const firstLookAt = (
  dispatched: Pick<Dispatch, 'action' | 'request'>,
  bundle: ArtifactBundle,
  now: string,
): { readonly lookAt?: string } => (canBeAsked(dispatched, bundle) ? { lookAt: nextLookAt(0, now) } : {});

/** Whether the tool has a probe, and its arguments were not erased. */
export const canBeAsked = (
  { action, request }: Pick<Dispatch, 'action' | 'request'>,
  bundle: ArtifactBundle,
): boolean => compiledTool(bundle, action.tool)?.definition.probe !== undefined && dispatchedArgs(request) !== null;
