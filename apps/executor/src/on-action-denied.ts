import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onActionDenied = reactTo('action.denied', { streams: streamsForRun });
