import { Module, type DynamicModule } from '@nestjs/common';
import { ApprovalsController } from './controllers/approvals.controller';
import { ChatController } from './controllers/chat.controller';
import { DocumentsController } from './controllers/documents.controller';
import { EventsController } from './controllers/events.controller';
import { LinksController } from './controllers/links.controller';
import { PlaybooksController } from './controllers/playbooks.controller';
import { ProbesController } from './controllers/probes.controller';
import { RunsController } from './controllers/runs.controller';
import { SessionListController } from './controllers/session-list.controller';
import { SessionsController } from './controllers/sessions.controller';
import { Ingress } from './ingress';
import { RunEvents } from './run-events';

@Module({})
export class AppModule {
  static for(ingress: Ingress): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        ChatController,
        RunsController,
        PlaybooksController,
        ApprovalsController,
        EventsController,
        SessionListController,
        SessionsController,
        LinksController,
        ProbesController,
        DocumentsController,
        RunEvents,
      ],
      providers: [{ provide: Ingress, useValue: ingress }],
    };
  }
}
