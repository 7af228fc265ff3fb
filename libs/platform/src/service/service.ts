import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { App } from '@arbiter/contracts';
import type { ServiceHost } from './service-host';

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

/** A service that is a Nest module and listens on no port of its own. */
export const nestService = (app: App, moduleOn: (host: ServiceHost) => DynamicModule): Service => ({
  app,
  open: async (host) => {
    const context = await NestFactory.createApplicationContext(moduleOn(host), { logger: false, abortOnError: false });
    return { close: () => context.close() };
  },
});
