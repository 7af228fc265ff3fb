import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onSegmentReturned = reactTo('segment.returned', { streams: streamsForRun });
