import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onPlanRejected = reactTo('plan.rejected', { streams: streamsForRun, opens: () => true });
