import type { RevisionOf } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';

/**
 * PL-14, PL-18: the key of the plan, the plan that did not go on, its step and the code. Nothing else: not the object,
 * not the day.
 */
export const revisionKeyOf = (
  planKey: string,
  { parent, stepId, code }: Pick<RevisionOf, 'parent' | 'stepId' | 'code'>,
): string => canonicalHash({ planKey, parent: canonicalHash(parent), step: stepId, code });
