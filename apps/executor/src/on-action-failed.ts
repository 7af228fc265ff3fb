import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onActionFailed = reactTo('action.failed', { streams: streamsForRun });
