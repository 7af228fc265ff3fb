import { BROKER, CONFIGURATION, DATABASE, Metrics, type Broker, type Configuration } from '@arbiter/runtime';
import { EventStore, Keyring, type Database } from '@arbiter/store';
import type { INestApplicationContext } from '@nestjs/common';
import { UiStream } from '../views/ui-stream';
import { WhoIsAsking } from '../who-is-asking';

const OF_ALL = { strict: false } as const;

/** What a test looks into of a running ingress. */
export const partsOf = (context: INestApplicationContext) => ({
  ui: context.get(UiStream, OF_ALL),
  who: context.get(WhoIsAsking, OF_ALL),
  core: {
    configuration: context.get<Configuration>(CONFIGURATION, OF_ALL),
    database: context.get<Database>(DATABASE, OF_ALL),
    broker: context.get<Broker>(BROKER, OF_ALL),
    keyring: context.get(Keyring, OF_ALL),
    store: context.get(EventStore, OF_ALL),
    metrics: context.get(Metrics, OF_ALL),
  },
});

export type IngressParts = ReturnType<typeof partsOf>;
