import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunCancelRequested = reactTo('run.cancel_requested', { streams: streamsForRun });
