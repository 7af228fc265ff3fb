import { streamsForAction } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onSegmentCancelRequested = reactTo('segment.cancel_requested', { streams: streamsForAction });
