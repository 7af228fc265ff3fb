import { streamsForSession } from '@arbiter/domain';
import { reactTo } from '@arbiter/platform';

export const onTurnReceived = reactTo('turn.received', { streams: streamsForSession, ordered: true, opens: (event) => event.version === 1 });
