import { streamsForSession } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunCompleted = reactTo('run.completed', { streams: streamsForSession });
