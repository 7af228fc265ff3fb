import { PassThrough } from 'node:stream';
import {
  Refusal,
  StreamPlaces,
  jsonIn,
  openReceiver,
  type ChannelHost,
  type ProviderListener,
  type Received,
  type ReceivedRequest,
  type ServeOptions,
} from '@arbiter/channels';
import type { OutboundMessage } from '@arbiter/contracts';
import cors from '@fastify/cors';
import { cancelOf, type Said } from './channel';
import { readConfiguration, type WebConfiguration } from './configuration';
import { EventStreams, STREAM_HEADERS } from './event-stream';
import { checkOrigin, corsOptions } from './origins';
import { SessionLogs } from './session-logs';
import { visitorOf, type Visitor } from './visitor';

const MOST_STREAMS = 5_000;
const MOST_STREAMS_OF_A_SESSION = 8;

/**
 * `POST /messages` takes a visitor's message, `POST /cancel` the wish that a run stops, and `GET /events` streams the
 * messages to the visitor.
 */
export function webOptions(environment: NodeJS.ProcessEnv): ServeOptions<Said, OutboundMessage> {
  const configuration = readConfiguration(environment);
  const logs = new SessionLogs();
  return {
    environment,
    deliver: async (message, { sequence }) => {
      logs.add({ sequence, message });
      return String(sequence);
    },
    receive: async (host) => {
      for await (const past of host.history()) logs.add(past);
      return openListener(host, configuration, logs);
    },
  };
}

async function openListener(
  host: ChannelHost<Said>,
  configuration: WebConfiguration,
  logs: SessionLogs,
): Promise<ProviderListener> {
  const streams = new EventStreams(logs);
  const places = new StreamPlaces(configuration.streamsPerClient);
  const receiver = await openReceiver({
    host: configuration.host,
    port: configuration.port,
    logger: host.logger,
    routes: async (server) => {
      // Before the other hooks, so that a refusal has its headers too.
      await server.register(cors, corsOptions(configuration.origins));
      server.addHook('onRequest', async (request) => {
        configuration.hosts.checkHost(request.headers);
        checkOrigin(request, configuration.origins);
      });
      for (const path of ['/messages', '/cancel', '/events'])
        server.options(path, async (_request, reply) => reply.code(204).send());
      server.post<Received>('/messages', async (request, reply) => {
        const visitor = welcome(request, configuration);
        await host.accept({ visitor, body: jsonIn(request.body) });
        return reply.code(202).send({ status: 'accepted' });
      });
      server.post<Received>('/cancel', async (request, reply) => {
        const { userId } = welcome(request, configuration);
        await host.cancel(cancelOf(userId, jsonIn(request.body)));
        return reply.code(202).send({ status: 'accepted' });
      });
      server.get<Received>('/events', async (request, reply) => {
        const stream = follow(request, welcome(request, configuration), { streams, logs, places });
        return reply.headers(STREAM_HEADERS).send(stream);
      });
    },
  });
  const close = async (): Promise<void> => {
    streams.end();
    await receiver.close();
  };
  return { port: receiver.port, close };
}

function welcome({ headers, query }: ReceivedRequest, { secrets }: WebConfiguration): Visitor {
  const token = headers.authorization?.replace(/^Bearer /i, '') ?? query['token'];
  const visitor = visitorOf(token, secrets, Date.now());
  const { session } = query;
  if (session !== undefined && session !== visitor.sessionId)
    throw new Refusal(403, 'the visitor token is for another session');
  return visitor;
}

interface Streaming {
  readonly streams: EventStreams;
  readonly logs: SessionLogs;
  readonly places: StreamPlaces;
}

function follow(
  { headers, query, ip }: ReceivedRequest,
  { sessionId, expires }: Visitor,
  { streams, logs, places }: Streaming,
): PassThrough {
  if (streams.count >= MOST_STREAMS || logs.listenersOf(sessionId) >= MOST_STREAMS_OF_A_SESSION) {
    throw new Refusal(503, 'too many streams are open; close one', { 'retry-after': '10' });
  }
  const cursor = headers['last-event-id'] ?? query['after'] ?? '0';
  if (typeof cursor !== 'string' || !/^\d{1,15}$/.test(cursor))
    throw new Refusal(400, 'Last-Event-ID must be the id of an event of this stream');
  const leave = places.take(ip);
  const stream = new PassThrough().once('close', leave);
  streams.write(stream, sessionId, Number(cursor), expires * 1_000 - Date.now());
  return stream;
}
