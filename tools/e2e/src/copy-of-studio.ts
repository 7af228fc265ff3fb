import { resolve } from 'node:path';
import { TenantCopy } from '@arbiter/stack';

/** A copy of the studio that comes along, to be changed. */
export const copyOfStudio = (): TenantCopy => new TenantCopy(resolve(__dirname, '../../../deploy/tenants'), 'studio');
