import type { Values } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import type { ActionRequest } from './action-request';

/** AP-08: an approval is for exactly this: plan, tool, arguments and policy. Any difference gives another binding. */
export const bindingOf = ({ planHash, tool, args }: ActionRequest, policyVersion: string): string =>
  canonicalHash({ planHash, tool, args, policyVersion });

/** A tool with the same arguments for the same person is the same deed, whichever conversation asks for it. */
export const deedOf = (tool: string, args: Values, customerId: string): string =>
  canonicalHash({ tool, args, customerId });
