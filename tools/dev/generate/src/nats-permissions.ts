import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accountsBlock, natsUsers } from '@arbiter/runtime';

/** The environment variable that holds the password of a NATS user. */
const passwordVariable = (user: string): string => `ARBITER_NATS_PASSWORD_${user.replaceAll('-', '_').toUpperCase()}`;

const TENANTS = join(__dirname, '../../../../deploy/tenants');
/** Each tenant that is deployed has adapters with credentials of their own. */
const deployedTenants = (): readonly string[] =>
  readdirSync(TENANTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/**
 * deploy/nats/permissions.conf: the subjects that each user may use; the passwords stay in the server's environment.
 */
export const natsPermissions =
  (): string => `# Written by \`npm run generate\` from libs/contracts/src/flow.ts and the folders of deploy/tenants. A password must begin with a letter: this format reads 12 as a number.
${accountsBlock(natsUsers((user) => `$${passwordVariable(user)}`, deployedTenants()))}`;
