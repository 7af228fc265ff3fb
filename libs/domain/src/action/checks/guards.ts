import { heldBy, type PlaybookArgs, sweepStepOf } from '../../plan';
import { PASS, deny, type Finding, type Subject } from './finding';

/**
 * PL-07: a constraint that holds an object back now blocks every change that its branch asks for, whatever held when
 * the branch began. An undo changes nothing more.
 */
export function guardsAllow({ asked, context: { provenance, now }, tool: { definition } }: Subject): Finding {
  const branch = provenance?.branch;
  if (!branch || definition.riskClass === 'read' || asked.origin.kind === 'undo') return PASS;
  const { plan, args } = branch.plan.data;
  // A plan that reaches no person outside has no guards; a revision of it may need them.
  const { selection } = sweepStepOf(branch.revisions.at(-1)?.accepted.data.plan ?? plan)!.forEach;
  const item = provenance.plan.data.args['item'] as Parameters<typeof heldBy>[1]['item'];
  const held = heldBy(selection.guards, { object: branch.object, item }, args as unknown as PlaybookArgs, now);
  return held === null ? PASS : deny('held_back', `the constraint ${held} of the playbook keeps this object back`);
}
