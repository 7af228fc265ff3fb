import type { ServerResponse } from 'node:http';
import {
  Refusal,
  StreamPlaces,
  jsonIn,
  openReceiver,
  type Answer,
  type ChannelHost,
  type ProviderListener,
  type ReceivedRequest,
  type ServeOptions,
} from '@arbiter/channels';
import type { OutboundMessage } from '@arbiter/contracts';
import type { Said } from './channel';
import { readConfiguration, type WebConfiguration } from './configuration';
import { EventStreams, STREAM_HEADERS } from './event-stream';
import { checkOrigin, corsHeaders } from './origins';
import { SessionLogs } from './session-logs';
import { visitorOf, type Visitor } from './visitor';

const MOST_STREAMS = 5_000;
const MOST_STREAMS_OF_A_SESSION = 8;

/** `POST /messages` takes what a visitor says, `GET /events` streams what is said to the visitor. */
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
    headersOf: (request) => corsHeaders(request, configuration.origins),
    guard: (request) => {
      configuration.hosts.checkHost(request.headers);
      checkOrigin(request, configuration.origins);
    },
    routes: {
      'OPTIONS /messages': () => ({ status: 204 }),
      'OPTIONS /events': () => ({ status: 204 }),
      'POST /messages': async (request) => {
        const visitor = welcome(request, configuration);
        await host.accept({ visitor, body: jsonIn(request.body) });
        return { status: 202, headers: { 'content-type': 'application/json' }, body: '{"status":"accepted"}' };
      },
      'GET /events': (request) => follow(request, welcome(request, configuration), { streams, logs, places }),
    },
  });
  const close = async (): Promise<void> => {
    streams.end();
    await receiver.close();
  };
  return { port: receiver.port, close };
}

function welcome({ headers, query }: ReceivedRequest, { secrets }: WebConfiguration): Visitor {
  const token = headers.authorization?.replace(/^Bearer /i, '') ?? query.get('token') ?? undefined;
  const visitor = visitorOf(token, secrets, Date.now());
  const session = query.get('session');
  if (session !== null && session !== visitor.sessionId)
    throw new Refusal(403, 'the visitor token is for another session');
  return visitor;
}

interface Streaming {
  readonly streams: EventStreams;
  readonly logs: SessionLogs;
  readonly places: StreamPlaces;
}

function follow(
  { headers, query, address }: ReceivedRequest,
  { sessionId, expires }: Visitor,
  { streams, logs, places }: Streaming,
): Answer {
  if (streams.count >= MOST_STREAMS || logs.listenersOf(sessionId) >= MOST_STREAMS_OF_A_SESSION) {
    throw new Refusal(503, 'too many streams are open; close one', { 'retry-after': '10' });
  }
  const cursor = headers['last-event-id'] ?? query.get('after') ?? '0';
  if (typeof cursor !== 'string' || !/^\d{1,15}$/.test(cursor))
    throw new Refusal(400, 'Last-Event-ID must be the id of an event of this stream');
  const leave = places.take(address);
  const stream = (response: ServerResponse): void => {
    // One that is closed already says so no more.
    if (response.closed) return leave();
    response.once('close', leave);
    streams.write(response, sessionId, Number(cursor), expires * 1_000 - Date.now());
  };
  return { status: 200, headers: STREAM_HEADERS, stream };
}
