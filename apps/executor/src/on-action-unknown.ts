import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onActionUnknown = reactTo('action.unknown', { streams: streamsForRun });
