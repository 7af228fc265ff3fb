import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onActionSucceeded = reactTo('action.succeeded', { streams: streamsForRun });
