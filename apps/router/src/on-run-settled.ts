import { streamsForSession } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunSettled = reactTo('run.settled', { streams: streamsForSession });
