import {
  ArtifactsModule,
  BrokerModule,
  DATABASE,
  DatabaseModule,
  EVENT_CONSUMER,
  EventStoreModule,
  HealthModule,
  PartitionsModule,
  PublishingModule,
} from '@arbiter/runtime';
import type { Database } from '@arbiter/store';
import { Inject, Module, type DynamicModule, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BusParts } from './bus-parts';
import { readIngressConfiguration, type IngressConfiguration } from './configuration';
import { ApprovalsController } from './controllers/approvals.controller';
import { ChatController } from './controllers/chat.controller';
import { DocumentsController } from './controllers/documents.controller';
import { EventsController } from './controllers/events.controller';
import { LinksController } from './controllers/links.controller';
import { OutcomesController } from './controllers/outcomes.controller';
import { PlaybookRunsController } from './controllers/playbook-runs.controller';
import { PlaybooksController } from './controllers/playbooks.controller';
import { ProbesController } from './controllers/probes.controller';
import { RunsController } from './controllers/runs.controller';
import { SessionListController } from './controllers/session-list.controller';
import { SessionsController } from './controllers/sessions.controller';
import { OpenApi } from './documents/openapi';
import { EdgeConfigurationModule, INGRESS_CONFIGURATION } from './edge-configuration.module';
import { IngressEvents } from './ingress-events';
import { checkTenants } from './known-tenants';
import { LinkingModule } from './linking.module';
import { RunDirectory } from './intake/run-directory';
import { onInboundMessage } from './on-inbound-message';
import { Reception } from './reception';
import { ReceptionModule } from './reception.module';
import { RunEvents } from './run-events';
import { ViewsModule } from './views.module';
import { WhoIsAsking } from './who-is-asking';
import { TwoStageController } from './controllers/two-stage.controller';
import { WelcomeController } from './controllers/welcome.controller';
import { TracesController } from './controllers/traces.controller';

@Module({
  imports: [
    DiscoveryModule,
    DatabaseModule,
    BrokerModule,
    HealthModule,
    EventStoreModule,
    PartitionsModule,
    PublishingModule,
    ArtifactsModule,
    LinkingModule,
    ReceptionModule,
    ViewsModule,
  ],
  controllers: [
    ChatController,
    RunsController,
    TracesController,
    TwoStageController,
    PlaybooksController,
    PlaybookRunsController,
    ApprovalsController,
    OutcomesController,
    EventsController,
    WelcomeController,
    SessionListController,
    SessionsController,
    LinksController,
    ProbesController,
    DocumentsController,
    RunEvents,
  ],
  providers: [
    OpenApi,
    BusParts,
    {
      provide: EVENT_CONSUMER,
      inject: [BusParts, WhoIsAsking, Reception, RunDirectory],
      useFactory: (bus: BusParts, who: WhoIsAsking, reception: Reception, runs: RunDirectory) =>
        new IngressEvents(bus, () => onInboundMessage({ bus, who, reception, runs })),
    },
  ],
})
export class AppModule implements OnModuleInit, OnModuleDestroy {
  static forRoot(environment: NodeJS.ProcessEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [EdgeConfigurationModule.forRoot(readIngressConfiguration(environment))],
    };
  }

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(INGRESS_CONFIGURATION) private readonly configuration: IngressConfiguration,
    @Inject(EVENT_CONSUMER) private readonly events: IngressEvents,
  ) {}

  onModuleInit(): Promise<void> {
    return checkTenants(this.database, this.configuration.apiKeys);
  }

  /** Takes no further message before those under way are finished. */
  onModuleDestroy(): Promise<void> {
    return this.events.close();
  }
}
