import { join } from 'node:path';
import { loadTenant, modelsServed } from '@arbiter/platform';
import { ROOT } from '../system/root';

/** Which model serves what for the demo tenant, as this environment has it. */
export const modelsTold = (environment: NodeJS.ProcessEnv = process.env): readonly string[] =>
  modelsServed(loadTenant(join(ROOT, 'deploy/tenants/shop')).models, environment);
