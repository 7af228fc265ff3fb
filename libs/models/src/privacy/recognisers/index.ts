import { address } from './address';
import { card } from './card';
import { email } from './email';
import { iban } from './iban';
import { nationalId } from './national-id';
import { ipAddress, macAddress, wallet } from './network';
import { personsBy } from './person';
import { phone } from './phone';
import type { Recogniser } from './recogniser';
import { socialSecurity } from './social-security';

export type { Find, Recogniser } from './recogniser';

/**
 * CX-04: the kinds that are recognised by how they are written. A further kind is a file of its own and a name here.
 */
export const RECOGNISERS: readonly Recogniser[] = [
  email,
  iban,
  card,
  socialSecurity,
  nationalId,
  ipAddress,
  macAddress,
  wallet,
  phone,
  address,
];

let loading: Promise<readonly Recogniser[]> | null = null;

/**
 * All recognisers, those of names included. The grammar that recognises names takes a while to load; it is loaded once,
 * when a model is first asked over the network.
 */
export const loadRecognisers = (): Promise<readonly Recogniser[]> =>
  (loading ??= import('compromise/three').then(({ default: language }) => [
    ...RECOGNISERS,
    personsBy(language as unknown as Parameters<typeof personsBy>[0]),
  ]));
