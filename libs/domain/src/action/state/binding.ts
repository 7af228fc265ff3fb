import { canonicalHash } from '../../canonical-hash';
import type { ActionRequest } from './action-request';

/** AP-08: an approval is for exactly this: plan, tool, arguments and policy. Any difference gives another binding. */
export const bindingOf = ({ planHash, tool, args }: ActionRequest, policyVersion: string): string =>
  canonicalHash({ planHash, tool, args, policyVersion });
