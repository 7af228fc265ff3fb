import {
  APPS,
  EVENT_NAMES,
  consumersOf,
  promptConsumersOf,
  promptEventsOf,
  publisherOf,
  readAheadUpon,
  subjects,
  type App,
  type BrokerStream,
} from '@arbiter/contracts';
import { ADAPTER_API, inboxOf } from './broker';
import { DEFAULT_TENANT } from '../configuration';
import { CHANNELS, channelUser } from './channels';
import { STREAMS, durablesOf, durablesOfChannel, type Durable } from './topology';

export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const ASKERS: readonly App[] = ['router', 'planner', 'executor'];

/**
 * The subjects an app may use, and no others: those that flow.ts has it write and read. Only the executor may write
 * `ui`. Only telemetry, which keeps the broker for all, may make streams and consumers: the maker of a consumer chooses
 * where it delivers, and no permission can limit that.
 */
export function permissionsOf(app: App): Permissions {
  const heard = [`${inboxOf(app)}.>`, subjects.everyKeyErased];
  if (app === 'provider-gateway') {
    return {
      publish: ASKERS.map((asker) => `${inboxOf(asker)}.>`),
      subscribe: [...heard, subjects.asks, 'ask.alive.*'],
    };
  }
  if (app === 'telemetry') return { publish: STREAMS.flatMap(keeping), subscribe: heard };
  return {
    publish: [
      ...facts(app),
      ...directly(app),
      subjects.deadLetter('*', app, '>'),
      ...durablesOf(app).flatMap((durable) => reading(durable)),
      ...own(app),
      ...sharing(app),
    ],
    subscribe: [
      ...heard,
      ...(app === 'ingress' ? [subjects.everyUi] : []),
      ...sharing(app),
      ...heardDirectly(app),
      subjects.everyHere,
    ],
  };
}

const facts = (app: App): readonly string[] =>
  EVENT_NAMES.filter((name) => publisherOf(name) === app).map((name) => subjects.eventOfAnyTenant(name));

/** Its events straight to their consumers, and that it takes others' events so. */
const directly = (app: App): readonly string[] => [
  ...EVENT_NAMES.filter((name) => publisherOf(name) === app && promptConsumersOf(name).length > 0).map(
    subjects.directOfAnyTenant,
  ),
  ...(promptEventsOf(app).length > 0 ? [subjects.here(app)] : []),
];

/** The events that it takes straight from who wrote them, or reads ahead upon. */
const heardDirectly = (app: App): readonly string[] =>
  [...promptEventsOf(app), ...readAheadUpon(app)].map(subjects.directOfAnyTenant);

/** The subjects on which the replicas of an app talk to each other. */
const sharing = (app: App): readonly string[] => (consumersOf(app).length > 0 ? [subjects.everyReplica(app)] : []);

function own(app: App): readonly string[] {
  switch (app) {
    case 'executor':
      return [subjects.everyUi, subjects.ask('reply'), 'ask.alive.*'];
    case 'router':
      return [subjects.ask('intent'), 'ask.alive.*'];
    case 'planner':
      return [subjects.ask('plan'), 'ask.alive.*'];
    case 'ingress':
      return [subjects.outbounds];
    default:
      return [];
  }
}

const JETSTREAM_API = '$JS.API';
const api = (request: string, prefix = JETSTREAM_API): string => `${prefix}.${request}`;

/**
 * Makes, changes and looks at a stream and its durables; deletes neither. Reads only facts, of which it looks at the
 * time.
 */
const keeping = (stream: BrokerStream): readonly string[] => [
  ...['INFO', 'CREATE', 'UPDATE'].map((request) => api(`STREAM.${request}.${stream}`)),
  ...(stream === 'EVT' ? [api('STREAM.MSG.GET.EVT')] : []),
  ...(stream === 'IN' ? [api('STREAM.PURGE.IN')] : []),
  ...['LIST', 'INFO', 'CREATE', 'DURABLE.CREATE'].map((request) =>
    api(`CONSUMER.${request}.${stream}${request === 'LIST' ? '' : '.>'}`),
  ),
];

const reading = ({ stream, name, kind }: Durable, prefix = JETSTREAM_API): readonly string[] => [
  api(`CONSUMER.INFO.${stream}.${name}`, prefix),
  api(`CONSUMER.MSG.NEXT.${stream}.${name}`, prefix),
  kind === 'history' ? api(`CONSUMER.DELETE.${stream}.${name}`, prefix) : `$JS.ACK.${stream}.${name}.>`,
];

/**
 * An adapter publishes the messages and cancels of its own tenant's channel and reads its own replies: one after the
 * other and, from their beginning, as a history. It can reach no other channel's messages. A history durable is read
 * once; BrokerKeeper makes a deleted one anew.
 */
export const permissionsOfChannel = (channel: string, tenant: string = DEFAULT_TENANT): Permissions => ({
  publish: reachedBy(channel, tenant, ADAPTER_API),
  subscribe: [`${inboxOf(channelUser(channel, tenant))}.>`],
});

const reachedBy = (channel: string, tenant: string, prefix: string): readonly string[] => [
  subjects.inbound(tenant, channel),
  subjects.inboundCancel(tenant, channel),
  ...durablesOfChannel(tenant, channel).flatMap((durable) => reading(durable, prefix)),
];

/** A subject of the platform that an adapter reaches from its own account, and what it is called there. */
interface Import {
  readonly subject: string;
  readonly as: string;
}

export interface NatsUser {
  readonly user: string;
  /** as written in the configuration: a password, its bcrypt hash, or `$VARIABLE` */
  readonly password: string;
  /** null: everything (the operator's own user) */
  readonly permissions: Permissions | null;
  /** of an adapter, which has an account of its own and reaches these subjects of the platform's, and no others */
  readonly imports?: readonly Import[];
}

/**
 * All users that may connect: the operator, the seven services and the adapters of each tenant's channels, their
 * passwords given by user.
 */
export function natsUsers(
  passwordOf: (user: string) => string,
  tenants: readonly string[] = [DEFAULT_TENANT],
  channels: readonly string[] = CHANNELS,
): readonly NatsUser[] {
  const adapters = tenants.flatMap((tenant) =>
    channels.map((channel) => ({
      user: channelUser(channel, tenant),
      permissions: permissionsOfChannel(channel, tenant),
      imports: importsOf(channel, tenant),
    })),
  );
  return [
    { user: 'operator', permissions: null },
    ...APPS.map((app) => ({ user: app, permissions: permissionsOf(app) })),
    ...adapters,
  ].map((user) => ({ ...user, password: passwordOf(user.user) }));
}

const importsOf = (channel: string, tenant: string): readonly Import[] => {
  const here = reachedBy(channel, tenant, ADAPTER_API);
  return reachedBy(channel, tenant, JETSTREAM_API).map((subject, index) => ({ subject, as: here[index]! }));
};

const PLATFORM = 'arbiter';

/**
 * The `accounts` block of a nats-server configuration. A client that asks JetStream for messages names the subject they
 * are delivered to, and no permission limits which. So each adapter is in an account of its own: the subjects it names
 * are those of its account, where no stream and no service listens.
 */
export function accountsBlock(users: readonly NatsUser[]): string {
  const adapters = users.flatMap(({ imports, ...user }) => (imports ? [{ user, imports }] : []));
  const own = users.filter(({ imports }) => !imports);
  const exported = adapters.flatMap(({ user, imports }) =>
    imports.map(
      ({ subject }) => `      { service: ${quoted(subject)}, response_type: stream, accounts: [${user.user}] }`,
    ),
  );
  const platform = account(PLATFORM, own, [
    '    jetstream: enabled',
    ...(exported.length > 0 ? [`    exports: [\n${exported.join('\n')}\n    ]`] : []),
  ]);
  return `accounts {\n${[platform, ...adapters.map(({ user, imports }) => account(user.user, [user], [importsLine(imports)]))].join('\n')}\n}\n`;
}

const account = (name: string, users: readonly NatsUser[], more: readonly string[]): string =>
  [`  ${name} {`, '    users: [', ...users.map(userLine), '    ]', ...more, '  }'].join('\n');

function userLine({ user, password, permissions }: NatsUser): string {
  const secret = password.startsWith('$') ? password : quoted(password);
  const granted = permissions
    ? `, permissions: { publish: ${rule(permissions.publish)}, subscribe: ${rule(permissions.subscribe)} }`
    : '';
  return `      { user: ${quoted(user)}, password: ${secret}${granted} }`;
}

const importsLine = (imports: readonly Import[]): string => {
  const lines = imports.map(
    ({ subject, as }) =>
      `      { service: { account: ${PLATFORM}, subject: ${quoted(subject)} }${subject === as ? '' : `, to: ${quoted(as)}`} }`,
  );
  return `    imports: [\n${lines.join('\n')}\n    ]`;
};

const quoted = (text: string): string => JSON.stringify(text);

/** The server takes an empty list of allowed subjects for "everything". */
function rule(allowed: readonly string[]): string {
  return allowed.length === 0 ? '{ deny: [">"] }' : `{ allow: [${allowed.map(quoted).join(', ')}] }`;
}
