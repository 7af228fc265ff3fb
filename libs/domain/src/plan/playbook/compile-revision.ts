import type { ActivePlaybook, ArtifactBundle, Plan, PlaybookProposal, RevisionOf } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import { compilePlaybook } from './compile-playbook';
import { draftOf, type PlaybookRefusal } from './draft';
import { REVISION_RULES } from './revision-rules';

/** PL-18: a revision as a plan, by all rules for plans and those for revisions; or everything that is wrong with it. */
export function compileRevision(
  proposal: PlaybookProposal,
  of: RevisionOf,
  active: ActivePlaybook,
  bundle: ArtifactBundle,
): Plan | readonly PlaybookRefusal[] {
  const plan = compilePlaybook(proposal, active, bundle);
  if (!('steps' in plan)) return plan;
  const revised = { draft: draftOf(proposal, active, bundle), of };
  const refusals = Object.entries(REVISION_RULES).flatMap(([rule, judge]) =>
    judge(revised).map((found) => ({ rule, ...found })),
  );
  return refusals.length > 0 ? refusals : plan;
}

/** PL-17: names a revised plan. It includes the hash of the plan before it, and so all that it was based on. */
export const revisedHash = (plan: Plan, parentHash: string): string => canonicalHash({ plan, parent: parentHash });
