import { setTimeout as delay } from 'node:timers/promises';
import { streamOf, type EventName, type Recorded, type RecordedOf } from '@arbiter/contracts';
import type { EventStore } from '@arbiter/platform';

const PLAN_ATTEMPTS = 60;
const PLAN_PAUSE_MILLISECONDS = 50;

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
  for (let attempt = 0; attempt < PLAN_ATTEMPTS && streams.length > 0; attempt += 1) {
    const facts = await store.readKinds(streams, REPORTING);
    const stories = streams.map((stream) => facts.filter((fact) => fact.stream === stream));
    if (stories.some((facts) => reports(facts, runId))) return true;
    if (stories.every((facts) => facts.some(({ name }) => name === 'run.planned'))) return false;
    await delay(PLAN_PAUSE_MILLISECONDS);
  }
  return false;
}

const reports = (facts: readonly RecordedOf<EventName>[], runId: string): boolean =>
  facts.some((fact) => fact.name === 'run.planned' && fact.data.plan.steps.some(({ follows }) => follows === runId)) &&
  !facts.some((fact) => fact.name === 'run.completed' && fact.data.code === 'still_running');
