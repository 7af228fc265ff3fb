import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunRequested = reactTo('run.requested', { streams: streamsForRun, opens: ({ data }) => data.overtakes.length === 0 });
