import { streamsForRun } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onPlanAccepted = reactTo('plan.accepted', { streams: streamsForRun, opens: () => true });
