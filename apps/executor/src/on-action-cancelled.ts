import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onActionCancelled = reactTo('action.cancelled', { streams: streamsForRun });
