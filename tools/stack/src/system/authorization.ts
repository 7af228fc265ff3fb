import { basename } from 'node:path';
import { authorizationBlock, natsUsers } from '@arbiter/platform';
import { secretOf } from '../folder/data-folder';

/**
 * A NATS user for each service and each tenant's channel, and the operator's own; the passwords are secrets of the data
 * folder.
 */
export const natsAuthorization = (dataFolder: string, tenants?: readonly string[]): string =>
  authorizationBlock(
    natsUsers(
      (user) => secretOf(dataFolder, `nats-${user}`),
      tenants?.map((folder) => basename(folder)),
    ),
  );
