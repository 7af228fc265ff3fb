import { UNEXPECTED_RESULT, causesOf } from './artifacts/expectation';
import type { PlaybookDefinition, PlaybookProposal, ProposedStep, Revision } from './artifacts/playbook';
import type { GoneStep, RevisionOf } from './playbook-run';

/** EX-23: the code of a request that its vendor refused: nothing was done, and the same request is not sent again. */
const REFUSED_REQUEST = 'vendor_rejected';

/** PL-18, EX-23: the codes with which a failed step leads to another plan: the meaning of no other is open. */
export function codesRevised({ expect, optional }: Pick<ProposedStep, 'expect' | 'optional'>): readonly string[] {
  if (optional === true) return [];
  const causes = causesOf(expect);
  const isOpen = (code: string): boolean =>
    causes.every((cause) => cause.code !== code || cause.otherwise === undefined);
  const unmet = expect === undefined ? [] : [UNEXPECTED_RESULT, ...causes.map(({ code }) => code)];
  return [...new Set([REFUSED_REQUEST, ...unmet.filter(isOpen)])];
}

/**
 * PL-18: the steps that a failure leaves as they are: neither the one that failed nor any that waits for it, directly
 * or not.
 */
export function keptSteps({ steps }: Pick<PlaybookProposal, 'steps'>, failed: string): readonly ProposedStep[] {
  const lost = new Set([failed]);
  // Every round but the last takes out at least one step, so there are no more rounds than steps.
  for (let before = 0; before < lost.size;) {
    before = lost.size;
    for (const { id, dependsOn = [] } of steps) if (dependsOn.some((other) => lost.has(other))) lost.add(id);
  }
  return steps.filter(({ id }) => !lost.has(id));
}

/** The failed step and all steps that waited for it, after those removed before. */
export function goneAfter({ parent, stepId, code, gone }: RevisionOf): readonly GoneStep[] {
  const kept = keptSteps(parent, stepId);
  const lost = parent.steps.filter((step) => !kept.includes(step));
  return [...gone, ...lost.map((step) => ({ step, code: step.id === stepId ? code : null }))];
}

/** The playbook's own revision for this failure; null: it has none. */
export function referenceRevision(
  { revisions = [] }: Pick<PlaybookDefinition, 'revisions'>,
  { parent, stepId, code }: Pick<RevisionOf, 'parent' | 'stepId' | 'code'>,
): Revision | null {
  const found = revisions.find((revision) => revision.step === stepId && revision.code === code);
  if (!found) return null;
  return found.steps ? { ...parent, steps: [...keptSteps(parent, stepId), ...found.steps] } : { hold: true };
}

/** The playbook's own plan that contains a step: its plan, or one of its revisions; null when none does. */
export function referencePlanOf(
  definition: Pick<PlaybookDefinition, 'plan' | 'revisions'>,
  stepId: string,
  looked: ReadonlySet<string> = new Set(),
): PlaybookProposal | null {
  const { plan, revisions = [] } = definition;
  if (plan.steps.some(({ id }) => id === stepId)) return plan;
  const bringing = revisions.find(({ steps = [] }) => steps.some(({ id }) => id === stepId));
  if (!bringing || looked.has(stepId)) return null;
  const parent = referencePlanOf(definition, bringing.step, new Set([...looked, stepId]));
  return parent && { ...parent, steps: [...keptSteps(parent, bringing.step), ...bringing.steps!] };
}
