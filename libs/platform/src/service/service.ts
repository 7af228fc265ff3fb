import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { App } from '@arbiter/contracts';
import { EventStrategy, PassErrorsOn, type EventConsumer } from '../bus';
import type { Wake } from '../shell';
import type { ServiceHost } from './service-host';
import { SHELL_SERVICE } from './service-module';

/** A service as its process hosts it: alone (apps/<service>) or beside the others (apps/all). */
export interface Service {
  readonly app: App;
  /** Connects it and takes work from then on. */
  readonly open: (host: ServiceHost) => Promise<OpenService>;
}

export interface OpenService {
  /** where callers reach it over HTTP */
  readonly port?: number;
  /** Finishes what has begun, hands back the rest, disconnects. */
  readonly close: () => Promise<void>;
}

/** A service that decides by the events which its controllers handle. */
export const eventService = (app: App, moduleOn: (host: ServiceHost) => DynamicModule): Service => ({
  app,
  open: async (host) => {
    const strategy = new EventStrategy<Wake>(app);
    const service = await NestFactory.createMicroservice(moduleOn(host), {
      strategy,
      logger: false,
      abortOnError: false,
    });
    service.useGlobalFilters(new PassErrorsOn());
    strategy.feed(service.get<EventConsumer<Wake>>(SHELL_SERVICE));
    await service.listen();
    return { close: () => service.close() };
  },
});

/** A service that is a Nest module, takes no events and listens on no port of its own. */
export const nestService = (app: App, moduleOn: (host: ServiceHost) => DynamicModule): Service => ({
  app,
  open: async (host) => {
    const context = await NestFactory.createApplicationContext(moduleOn(host), { logger: false, abortOnError: false });
    return { close: () => context.close() };
  },
});
