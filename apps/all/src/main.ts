import '@arbiter/platform/node-version';
import { actionGateway } from '@arbiter/action-gateway';
import { executor } from '@arbiter/executor';
import { ingress } from '@arbiter/ingress';
import { planner } from '@arbiter/planner';
import { runServices } from '@arbiter/platform';
import { providerGateway } from '@arbiter/provider-gateway';
import { router } from '@arbiter/router';
import { telemetry } from '@arbiter/telemetry';

void runServices('arbiter', [ingress, router, planner, executor, actionGateway, providerGateway, telemetry]);
