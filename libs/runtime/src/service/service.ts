import type { DynamicModule, INestApplication, INestApplicationContext } from '@nestjs/common';
import { NestFactory, type AbstractHttpAdapter } from '@nestjs/core';
import type { NestMicroservice } from '@nestjs/microservices';
import { consumersOf, type App } from '@arbiter/contracts';
import { EventStrategy, PassErrorsOn, type EventConsumer } from '../bus';
import { ServiceHealth } from '../health';
import { EVENT_CONSUMER } from './modules';
import { nestErrors } from './nest-errors';
import type { ServiceHost } from './service-host';
import { ServiceModule, type OwnModule } from './service.module';

const OPTIONS = { logger: nestErrors, abortOnError: false } as const;

/** A service as its process hosts it: alone (apps/<service>) or beside the others (apps/all). */
export interface Service {
  readonly app: App;
  /** Connects it and takes work from then on. */
  readonly open: (host: ServiceHost) => Promise<OpenService>;
}

export interface OpenService {
  /** where callers reach it over HTTP */
  readonly port: number | undefined;
  /** the Nest context of its parts */
  readonly context: INestApplicationContext;
  /** Finishes the work that has begun, hands back the rest, disconnects; rejects when a part did not close. */
  readonly close: () => Promise<void>;
}

/** How a service is called over HTTP. */
export interface HttpEdge {
  readonly adapter: () => AbstractHttpAdapter;
  /** Adds middleware and filters before its controllers. */
  readonly configure: (application: INestApplication) => void;
  /** Returns the port. */
  readonly listen: (application: INestApplication) => Promise<number>;
}

interface Opening {
  readonly context: INestApplicationContext;
  readonly start: () => Promise<number | undefined>;
}

/**
 * The one way in which a service starts and stops: its own module, the events that flow.ts gives it, and its edge where
 * it has one.
 */
export const nestService = (app: App, own: OwnModule, edge?: HttpEdge): Service => ({
  app,
  open: async (host) => {
    const root = ServiceModule.forRoot(app, host, own);
    const strategy = new EventStrategy<unknown>(app);
    const { context, start } = edge ? await calledOverHttp(root, strategy, edge) : await calledByEvents(root, strategy);
    const health = context.get(ServiceHealth, { strict: false });
    const close = (): Promise<void> => {
      health.withdraw();
      return nestErrors.during(() => context.close());
    };
    try {
      if (consumersOf(app).length > 0) strategy.feed(consumerIn(context, app));
      const port = await start();
      health.announce();
      return { port, context, close };
    } catch (error) {
      await close().catch(() => undefined);
      throw error;
    }
  },
});

/** The one of the service. Of two, one would take no events: that is refused. */
function consumerIn(context: INestApplicationContext, app: App): EventConsumer<unknown> {
  const found = context.get<EventConsumer<unknown>>(EVENT_CONSUMER, { strict: false, each: true });
  const [consumer, ...others] = found;
  if (!consumer || others.length > 0)
    throw new Error(
      `${app} has ${found.length} consumers of its events and needs one; ShellModule.forFeature takes all of its deciders`,
    );
  return consumer;
}

async function calledByEvents(root: DynamicModule, strategy: EventStrategy<unknown>): Promise<Opening> {
  const service = await NestFactory.createMicroservice(root, { strategy, ...OPTIONS });
  service.useGlobalFilters(new PassErrorsOn());
  return { context: service, start: () => service.listen() };
}

async function calledOverHttp(root: DynamicModule, strategy: EventStrategy<unknown>, edge: HttpEdge): Promise<Opening> {
  const service = await NestFactory.create(root, edge.adapter(), { ...OPTIONS, bodyParser: false });
  edge.configure(service);
  // A filter that is added to a microservice which is initialised already is not used.
  const events = service.connectMicroservice({ strategy }, { deferInitialization: true }) as NestMicroservice;
  events.useGlobalFilters(new PassErrorsOn());
  const start = async (): Promise<number> => {
    await service.init();
    events.setIsInitHookCalled(true);
    await service.startAllMicroservices();
    return edge.listen(service);
  };
  return { context: service, start };
}
