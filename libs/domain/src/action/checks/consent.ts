import { MAY_BE_DONE } from '@arbiter/contracts';
import { PASS, deny, type Finding, type Subject } from './finding';

/**
 * AG-13: nothing in the world is changed without a request in the log. The person and the deed are those of the run's
 * request: see origin/step.ts. A deed that was not plainly requested waits for an approval, whatever the risk rule
 * says, and so does one that a model chose; a tenant can only require more approvals.
 */
export function consentGiven({ asked, context: { provenance, artifacts }, tool: { definition } }: Subject): Finding {
  if (definition.riskClass === 'read') return PASS;
  const consent = provenance?.request.data.consent ?? null;
  if (consent === null)
    return deny('consent_missing', `the log holds no request for what tool ${definition.tool} would change`);
  const question = artifacts.policy.risk.find(({ tool }) => tool === definition.tool)?.question;
  const words = question === undefined ? {} : { question };
  if (asked.origin.kind === 'agent_call')
    return { kind: 'suspend', rule: 'agent', reason: 'a model chose it, so the person is asked', ...words };
  // The consent to a deed covers its undo.
  if (consent.kind !== 'asked' || asked.origin.kind === 'undo') return { kind: 'pass', rule: consent.kind };
  return {
    kind: 'suspend',
    rule: consent.rule === MAY_BE_DONE ? MAY_BE_DONE : consent.kind,
    reason: 'it was not asked for plainly, or may be done already, so the person is asked',
    ...words,
  };
}
