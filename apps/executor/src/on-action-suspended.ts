import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onActionSuspended = reactTo('action.suspended', { streams: streamsForRun });
