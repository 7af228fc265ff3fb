import '@arbiter/runtime/node-version';
import { actionGateway } from '@arbiter/action-gateway';
import { executor } from '@arbiter/executor';
import { ingress } from '@arbiter/ingress';
import { planner } from '@arbiter/planner';
import { providerGateway } from '@arbiter/provider-gateway';
import { router } from '@arbiter/router';
import { runServices } from '@arbiter/runtime';
import { telemetry } from '@arbiter/telemetry';

void runServices('arbiter', [ingress, router, planner, executor, actionGateway, providerGateway, telemetry]);
