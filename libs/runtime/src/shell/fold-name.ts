import { createHash } from 'node:crypto';
import { EVENTS, type EventName } from '@arbiter/contracts';

/** Raise it when Entry or fold() changes, which no rule's hash covers. */
const FORM = 1;

const VERSIONS = (Object.keys(EVENTS) as EventName[])
  .map((name) => `${name}@${EVENTS[name].version}`)
  .sort()
  .join(' ');

/** Names the code that a snapshot was folded with: the rules in force and the versions that facts are read as. */
export const foldName = (rulesHash: string): string =>
  createHash('sha256').update(`${FORM} ${rulesHash} ${VERSIONS}`).digest('hex').slice(0, 16);
