import { ArtifactRegistry } from '@arbiter/artifacts';
import { DatabaseClock } from '@arbiter/resilience';
import {
  ArtifactsModule,
  CONFIGURATION,
  ENVIRONMENT,
  EventStoreModule,
  HealthModule,
  LOGGER,
  SealingModule,
  type Configuration,
  type Logger,
} from '@arbiter/runtime';
import { EventStore, Keyring } from '@arbiter/store';
import { Module } from '@nestjs/common';
import { AccountLinks } from './links/account-links';
import { LinkCodes } from './links/link-codes';
import { WhoIsAsking } from './who-is-asking';

const whoOf = (
  links: AccountLinks,
  codes: LinkCodes,
  artifacts: ArtifactRegistry,
  environment: NodeJS.ProcessEnv,
  logger: Logger,
): WhoIsAsking => new WhoIsAsking({ links, codes, artifacts, environment, logger });

/** Which customer an account of a channel is. */
@Module({
  imports: [HealthModule, SealingModule, EventStoreModule, ArtifactsModule],
  providers: [
    {
      provide: AccountLinks,
      inject: [EventStore, Keyring, DatabaseClock],
      useFactory: (store: EventStore, keyring: Keyring, clock: DatabaseClock) =>
        new AccountLinks({ app: 'ingress', store, keyring, clock }),
    },
    {
      provide: LinkCodes,
      inject: [CONFIGURATION],
      useFactory: ({ masterKeys }: Configuration) => new LinkCodes(masterKeys),
    },
    {
      provide: WhoIsAsking,
      inject: [AccountLinks, LinkCodes, ArtifactRegistry, ENVIRONMENT, LOGGER],
      useFactory: whoOf,
    },
  ],
  exports: [WhoIsAsking],
})
export class LinkingModule {}
