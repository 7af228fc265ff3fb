import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root';

const TENANTS = join(ROOT, 'deploy/tenants');

/** The folders of all tenants that come along. */
export const deployedTenants = (): readonly string[] =>
  readdirSync(TENANTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => tenantFolder(name))
    .sort();

export const tenantFolder = (tenant: string): string => join(TENANTS, tenant);
