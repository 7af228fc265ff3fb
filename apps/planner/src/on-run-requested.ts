import { streamsForPlan } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunRequested = reactTo('run.requested', { streams: streamsForPlan, opens: () => true });
