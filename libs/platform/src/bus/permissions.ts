import { APPS, EVENT_NAMES, FLOW, consumersOf, subjects, type App, type BrokerStream } from '@arbiter/contracts';
import { inboxOf } from './broker';
import { INBOUND_DURABLE } from './topology';

export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const STREAMS_OF: (app: App) => readonly BrokerStream[] = (app) => (app === 'ingress' ? ['EVT', 'DLQ', 'IN', 'OUT'] : ['EVT', 'DLQ']);
const ASKERS: readonly App[] = ['router', 'executor'];

/** The subjects an app may use, and no others: what flow.ts has it write and read. Only the executor may write `ui`. */
export function permissionsOf(app: App): Permissions {
  const heard = [`${inboxOf(app)}.>`, subjects.everyKeyErased];
  if (app === 'provider-gateway') {
    return { publish: ASKERS.map((asker) => `${inboxOf(asker)}.>`), subscribe: [...heard, subjects.asks, 'ask.alive.*'] };
  }
  if (app === 'telemetry') return { publish: [], subscribe: heard };
  return {
    publish: [...facts(app), subjects.deadLetter('*', app, '>'), ...jetStreamApi(app), ...own(app)],
    subscribe: app === 'ingress' ? [...heard, subjects.everyUi] : heard,
  };
}

const facts = (app: App): readonly string[] => EVENT_NAMES.filter((name) => FLOW[name].producer === app).map((name) => subjects.eventOfAnyTenant(name));

function own(app: App): readonly string[] {
  switch (app) {
    case 'executor': return [subjects.everyUi, subjects.ask('reply'), 'ask.alive.*'];
    case 'router': return [subjects.ask('intent'), 'ask.alive.*'];
    case 'ingress': return [subjects.outbounds];
    default: return [];
  }
}

function jetStreamApi(app: App): readonly string[] {
  const durables = consumersOf(app).map(({ durable }): [BrokerStream, string] => ['EVT', durable]);
  if (app === 'ingress') durables.push(['IN', INBOUND_DURABLE]);
  return [
    '$JS.API.INFO',
    ...STREAMS_OF(app).flatMap((stream) => [`$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.CREATE.${stream}`]),
    ...durables.flatMap(([stream, durable]) => [
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}`,
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.>`,
      `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
    ]),
  ];
}

/**
 * A channel adapter publishes its own channel's messages and reads its own replies, one after the other and, from their
 * beginning, as a history; another channel's are closed to it.
 */
export function permissionsOfChannel(channel: string): Permissions {
  const user = channelUser(channel);
  const history = channelHistory(channel);
  const api = (request: string): string => `$JS.API.CONSUMER.${request}`;
  return {
    publish: [
      subjects.inbound('*', channel),
      ...[user, history].flatMap((consumer) => [
        api(`INFO.OUT.${consumer}`), api(`CREATE.OUT.${consumer}.${subjects.outbound('*', channel)}`), api(`MSG.NEXT.OUT.${consumer}`),
      ]),
      api(`DELETE.OUT.${history}`), `$JS.ACK.OUT.${user}.>`,
    ],
    subscribe: [`${inboxOf(user)}.>`],
  };
}

export interface NatsUser {
  readonly user: string;
  /** as it stands in the configuration: a password, its bcrypt hash, or `$VARIABLE` */
  readonly password: string;
  /** null: everything (the operator's own user) */
  readonly permissions: Permissions | null;
}

/** Channels whose adapters may connect, each with credentials of its own. */
export const CHANNELS = ['web', 'terminal', 'telegram', 'slack', 'webhook'] as const;

/** Everybody who may connect: the operator, the seven services and the channels, their passwords given by user. */
export const natsUsers = (passwordOf: (user: string) => string, channels: readonly string[] = CHANNELS): readonly NatsUser[] => [
  { user: 'operator', password: passwordOf('operator'), permissions: null },
  ...APPS.map((app) => ({ user: app, password: passwordOf(app), permissions: permissionsOf(app) })),
  ...channels.map((channel) => ({ user: channelUser(channel), password: passwordOf(channelUser(channel)), permissions: permissionsOfChannel(channel) })),
];

export const channelUser = (channel: string): string => `channel_${channel}`;
/** The consumer that an adapter makes to read what its channel was sent before. */
export const channelHistory = (channel: string): string => `channel_history_${channel}`;

/** The `authorization` block of a nats-server configuration. */
export function authorizationBlock(users: readonly NatsUser[]): string {
  const secret = (password: string): string => (password.startsWith('$') ? password : JSON.stringify(password));
  const lines = users.map(({ user, password, permissions }) => {
    const granted = permissions ? `, permissions: { publish: ${rule(permissions.publish)}, subscribe: ${rule(permissions.subscribe)} }` : '';
    return `    { user: ${JSON.stringify(user)}, password: ${secret(password)}${granted} }`;
  });
  return `authorization {\n  users: [\n${lines.join('\n')}\n  ]\n}\n`;
}

/** To the server an empty list of what is allowed means everything. */
function rule(allowed: readonly string[]): string {
  return allowed.length === 0 ? '{ deny: [">"] }' : `{ allow: [${allowed.map((subject) => JSON.stringify(subject)).join(', ')}] }`;
}
