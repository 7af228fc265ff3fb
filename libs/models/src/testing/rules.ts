import { createHmac } from 'node:crypto';
import { treatmentsOf } from '@arbiter/contracts';
import type { PrivacyRules } from '../privacy';

/** Rules under which nothing but what a schema tags is personal. */
export const WITHOUT_RECOGNISERS: PrivacyRules = {
  recognisers: [],
  treatments: treatmentsOf(),
  digest: (kind, value) => createHmac('sha256', 'a key of a test').update(`${kind}\n${value}`).digest('hex'),
};
