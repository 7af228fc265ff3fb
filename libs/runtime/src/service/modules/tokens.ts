/** The tokens under which Nest injects values that are no classes. */
export const CONFIGURATION = Symbol('Configuration');
/** the variables of this service, `ARBITER_ROUTER_X` standing over `ARBITER_X` */
export const ENVIRONMENT = Symbol('NodeJS.ProcessEnv');
export const LOGGER = Symbol('Logger');
export const TRACING = Symbol('Tracing');
export const ON_TROUBLE = Symbol('OnTrouble');
export const DATABASE = Symbol('Database');
export const BROKER = Symbol('Broker');
/** the EventConsumer of a service */
export const EVENT_CONSUMER = Symbol('EventConsumer');
/** the ShellDefinitions of a deciding service, one a category */
export const SHELL_DEFINITIONS = Symbol('ShellDefinition[]');
