import type { Decision, Fact, Incoming } from '@arbiter/contracts';
import type { PlaybookState, UnderWay } from './playbook-state';

/**
 * PL-28: the instance under way waits to be let go on. It keeps no other day from beginning: the first of those that
 * wait takes its place.
 */
export function decideInstancePaused(
  { underWay, waiting }: PlaybookState,
  playbook: string,
  { data: { runId, pause } }: Incoming<'run.paused'>,
): Decision {
  if (underWay?.runId !== runId) return { ignored: 'not_the_instance_under_way' };
  if (pause <= underWay.pause) return { ignored: 'already_heard_of' };
  const { day } = underWay;
  const paused: Fact = { name: 'instance.paused', data: { playbook, day, runId, pause } };
  return waiting.length === 0 || underWay.isStopped ? [paused] : [paused, stopped(underWay)];
}

/** Once for each pause; that it is paused may not have been heard of yet. */
export function decideResumeReceived(
  { underWay }: PlaybookState,
  { data: { requestId: runId, playbook, day, pause, granted } }: Incoming<'resume.received'>,
): Decision {
  if (underWay?.runId !== runId) return { ignored: 'not_the_instance_under_way' };
  if (underWay.isStopped) return { ignored: 'another_takes_its_place' };
  if (pause < underWay.pause || (pause === underWay.pause && !underWay.isPaused)) return { ignored: 'already_resumed' };
  return [{ name: 'instance.resumed', data: { playbook, day, runId, pause, granted } }];
}

/** The instance that replaces a paused one finds the objects that were not done by its own reads. */
export const givingWay = (underWay: UnderWay): readonly Fact[] =>
  underWay.isPaused && !underWay.isStopped ? [stopped(underWay)] : [];

/** Only its own playbook hears of its end. */
const stopped = ({ runId }: UnderWay): Fact => ({ name: 'run.cancel_requested', data: { runId, requestId: runId } });
