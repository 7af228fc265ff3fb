import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunCancelReceived = reactTo('run.cancel_received', { streams: streamsForRun });
