import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onActionRejected = reactTo('action.rejected', { streams: streamsForRun });
