import { setTimeout as delay } from 'node:timers/promises';
import { streamOf, type EventName, type Recorded, type RecordedOf } from '@arbiter/contracts';
import { GrowingPause } from '@arbiter/resilience';
import type { EventStore } from '@arbiter/store';

/** A service that is back from a restart, or has much to do, plans a follower within this time. */
const PLAN_MILLISECONDS = 15_000;
const SHORTEST_PAUSE_MILLISECONDS = 25;
const LONGEST_PAUSE_MILLISECONDS = 500;

const REPORTING = new Set<EventName>(['run.planned', 'run.completed']);

type Completed = Recorded<'run.completed'>;

/**
 * Whether a run that waits for this one's end will report it: a run whose plan is to follow it does, unless that run
 * ended earlier with the message that the work takes long. So a person who approves reads the outcome once, below their
 * answer. A follower is soon planned; if it is not, two reports are better than none.
 */
export async function isReportedByFollower(
  store: EventStore,
  { tenant, data: { runId, followers } }: Completed,
): Promise<boolean> {
  const streams = followers.map((follower) => streamOf('run', tenant, follower));
  const pause = new GrowingPause(SHORTEST_PAUSE_MILLISECONDS, LONGEST_PAUSE_MILLISECONDS);
  const until = Date.now() + PLAN_MILLISECONDS;
  while (streams.length > 0 && Date.now() < until) {
    const facts = await store.readKinds(streams, REPORTING);
    const stories = streams.map((stream) => facts.filter((fact) => fact.stream === stream));
    if (stories.some((facts) => reports(facts, runId))) return true;
    if (stories.every((facts) => facts.some(({ name }) => name === 'run.planned'))) return false;
    await delay(pause.after(true));
  }
  return false;
}

const reports = (facts: readonly RecordedOf<EventName>[], runId: string): boolean =>
  facts.some((fact) => fact.name === 'run.planned' && fact.data.plan.steps.some(({ follows }) => follows === runId)) &&
  !facts.some((fact) => fact.name === 'run.completed' && fact.data.code === 'still_running');
