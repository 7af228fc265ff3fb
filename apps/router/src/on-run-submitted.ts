import { streamsForSession } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onRunSubmitted = reactTo('run.submitted', { streams: streamsForSession, ordered: true, opens: (event) => event.version === 1 });
