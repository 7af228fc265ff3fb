import { streamsForSession } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunSuspended = reactTo('run.suspended', { streams: streamsForSession });
