import { loadTenant, modelsServed } from '@arbiter/platform';
import { tenantFolder } from '../system/tenants';

/** Which model serves what for the demo tenant, as this environment has it. */
export const modelsTold = (environment: NodeJS.ProcessEnv = process.env): readonly string[] =>
  modelsServed(loadTenant(tenantFolder('shop')).models, environment);
