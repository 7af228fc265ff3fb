import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunCompleted = reactTo('run.completed', { streams: streamsForRun });
