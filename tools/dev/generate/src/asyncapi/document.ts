import { EVENT_NAMES, travels } from '@arbiter/contracts';
import { channels, type Channel } from './channels';
import { SHARED_SCHEMAS, dataSchema } from './schemas';

const PARAMETERS: Readonly<Record<string, string>> = {
  tenant: 'whose system it is',
  channel: 'the channel, such as telegram',
  session: 'the chat, as one subject token',
  run: 'the run, which is the requestId of its turn',
  app: 'the service that could not handle it',
  handler: 'the subscription that could not handle it',
  ask: 'the id of the ask, as one subject token',
};

/** docs/asyncapi.json: everything that crosses a process over the broker, from the contracts. */
export function asyncApiDocument(version: string): Record<string, unknown> {
  const all = channels();
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Arbiter',
      version,
      description:
        'What the seven services say to each other over NATS. Events are facts already in the event store; a message is a wake-up and may come late, twice or out of order.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      nats: {
        host: '{host}:4222',
        protocol: 'nats',
        description: 'NATS with JetStream, 2.9 or newer',
        variables: { host: { default: 'nats' } },
        security: [{ $ref: '#/components/securitySchemes/user' }],
      },
    },
    channels: Object.fromEntries(all.map((channel) => [channel.id, channelObject(channel)])),
    operations: Object.fromEntries(all.flatMap(operationsOf)),
    components: {
      messages: Object.fromEntries(all.map((channel) => [channel.id, messageObject(channel)])),
      schemas: {
        ...SHARED_SCHEMAS,
        ...Object.fromEntries(EVENT_NAMES.filter(travels).map((name) => [`${name}.data`, dataSchema(name)])),
      },
      securitySchemes: {
        user: {
          type: 'userPassword',
          description: 'each service and each channel has its own user, which may use its own subjects only',
        },
      },
    },
  };
}

function channelObject({ id, address, sentence }: Channel): Record<string, unknown> {
  const names = [...(address ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return {
    address,
    description: sentence,
    messages: { [id]: { $ref: `#/components/messages/${id}` } },
    ...(names.length > 0
      ? { parameters: Object.fromEntries(names.map((name) => [name, { description: PARAMETERS[name] }])) }
      : {}),
  };
}

const messageObject = ({ name, sentence, contentType, headers, payload }: Channel): Record<string, unknown> => ({
  name,
  title: name,
  summary: sentence,
  contentType,
  ...(headers ? { headers } : {}),
  payload,
});

function operationsOf({ id, senders, receivers, answer }: Channel): [string, Record<string, unknown>][] {
  const operation = (app: string, action: 'send' | 'receive'): [string, Record<string, unknown>] => [
    `${app}.${action}s.${id}`,
    {
      action,
      channel: { $ref: `#/channels/${id}` },
      messages: [{ $ref: `#/channels/${id}/messages/${id}` }],
      tags: [{ name: app }],
      ...(answer
        ? { reply: { address: { location: '$message.header#/reply' }, channel: { $ref: `#/channels/${answer}` } } }
        : {}),
    },
  ];
  return [
    ...senders.map((app) => operation(app, 'send')),
    ...[...new Set(receivers)].map((app) => operation(app, 'receive')),
  ];
}
