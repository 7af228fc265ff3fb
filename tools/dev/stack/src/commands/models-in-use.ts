import { loadTenant } from '@arbiter/artifacts';
import { modelsServed } from '@arbiter/models';
import { tenantFolder } from '../system/tenants';

/** The models that serve each purpose for the demo tenant, by this environment. */
export const modelsInUse = (environment: NodeJS.ProcessEnv = process.env): readonly string[] =>
  modelsServed(loadTenant(tenantFolder('shop')).models, environment);
