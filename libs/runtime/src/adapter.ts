/**
 * All that a channel adapter depends on: the broker, logs, probes and its environment. It loads no database and no
 * framework, so that an adapter stays a small program.
 */
export { ADAPTER_API, openBroker, type Broker } from './bus/broker';
export { CHANNELS, channelHistory, channelUser } from './bus/channels';
export { accountsBlock, natsUsers } from './bus/permissions';
export { Subscription } from './bus/subscription';
export { ensureDurable, ensureStream } from './bus/provision';
export { durablesOfChannel, isNotFound, orNull } from './bus/topology';
export { atMost } from '@arbiter/resilience';
export { AdminServer, type Health } from './observability/admin-server';
export { openLogger, type Logger } from './observability/logging';
export { integer, required, tenantIn } from './configuration';
export { announceReady, stopOnSignals } from './service/signals';
export { retryAfterMilliseconds } from '@arbiter/resilience';
export { fieldProblem, objectProblems, type FieldProblem } from './web/field-problems';
export { AllowedHosts, isOfAnotherPage } from './web/allowed-hosts';
export { isUtf8Declared } from './web/charset';
export { Problem } from './web/problem';
export { HEADERS_AS_SENT, answerUnreadable } from './web/unreadable-request';
export { StreamPlaces, streamsPerClient } from './web/stream-places';
