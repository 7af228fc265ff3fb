/** What is no class, by the token under which Nest injects it. */
export const CONFIGURATION = Symbol('Configuration');
/** the variables of this service, `ARBITER_ROUTER_X` standing over `ARBITER_X` */
export const ENVIRONMENT = Symbol('NodeJS.ProcessEnv');
export const LOGGER = Symbol('Logger');
export const TRACING = Symbol('Tracing');
export const ON_TROUBLE = Symbol('OnTrouble');
export const DATABASE = Symbol('Database');
export const BROKER = Symbol('Broker');
/** what brings a service its events: an EventConsumer */
export const EVENT_CONSUMER = Symbol('EventConsumer');
