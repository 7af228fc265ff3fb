import { basename } from 'node:path';
import { accountsBlock, natsUsers } from '@arbiter/runtime';
import { secretOf } from '../folder/data-folder';

/**
 * A NATS user for each service and each tenant's channel, and the operator's own; the passwords are secrets of the data
 * folder.
 */
export const natsAccounts = (dataFolder: string, tenants?: readonly string[]): string =>
  accountsBlock(
    natsUsers(
      (user) => secretOf(dataFolder, `nats-${user}`),
      tenants?.map((folder) => basename(folder)),
    ),
  );
