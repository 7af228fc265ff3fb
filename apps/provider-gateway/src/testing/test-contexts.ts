import { createHmac } from 'node:crypto';
import { Contexts } from '../contexts';

/** Contexts as the gateway puts them together, with digests of a key that no customer has. */
export const testContexts = (): Contexts =>
  new Contexts(
    (tenant) => (kind, value) => createHmac('sha256', `key of ${tenant}`).update(`${kind}\n${value}`).digest('hex'),
  );
