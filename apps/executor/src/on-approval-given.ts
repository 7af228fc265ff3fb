import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onApprovalGiven = reactTo('approval.given', { streams: streamsForRun });
