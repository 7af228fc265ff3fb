import { foldUiEvent, isEnded, type RunView } from '@arbiter/contracts';
import type { RunFeed } from './views/run-feed';

/** Follows a run until it ends, waits for the person, or the time is up; takes the feed and closes it. */
export async function awaitRun(feed: RunFeed, accepted: RunView, milliseconds: number): Promise<RunView> {
  let run = accepted;
  const timer = setTimeout(() => feed.close(), milliseconds);
  try {
    for await (const event of feed) {
      run = foldUiEvent(run, event);
      if (isEnded(run) || run.status === 'waiting_for_approval') return run;
    }
    return run;
  } finally {
    clearTimeout(timer);
    feed.close();
  }
}
