import { streamsForAction } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onActionCancelRequested = reactTo('action.cancel_requested', { streams: streamsForAction });
