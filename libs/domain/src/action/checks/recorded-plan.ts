import { activePlaybook, type ArtifactBundle, type PlaybookProposal, type Provenance } from '@arbiter/contracts';
import { canonicalHash, isSameValue } from '../../canonical-hash';
import { compilePlan, compilePlaybook } from '../../plan';
import { isSamePlan } from './same-plan';
import { revisionDifference } from './revisions';

type Recorded = Omit<Provenance, 'ends'>;
interface Judged extends Recorded {
  readonly difference: string | null;
}
const judged = new WeakMap<Provenance['plan'], Judged>();

/**
 * Why the recorded plan, with its revisions, does not follow from the router's request in the log and from the bundle
 * that the run is pinned to; null when it does.
 */
export const planDifference = (provenance: Provenance): string | null =>
  differenceOf({ ...provenance, plan: provenance.branch?.plan ?? provenance.plan }) ?? revisionDifference(provenance);

/** Checked once per plan: neither the plan nor its request ever changes. */
function differenceOf({ plan, request, artifacts }: Recorded): string | null {
  const known = judged.get(plan);
  if (known && known.request === request && known.artifacts === artifacts) return known.difference;
  const difference = PLAN_RULES.find(({ holds }) => !holds({ plan, request, artifacts }))?.what ?? null;
  judged.set(plan, { plan, request, artifacts, difference });
  return difference;
}

const PLAN_RULES: readonly { readonly what: string; readonly holds: (recorded: Recorded) => boolean }[] = [
  {
    what: 'the recorded plan does not have the hash it is named by',
    holds: ({ plan: { data } }) => canonicalHash({ plan: data.plan, args: data.args }) === data.planHash,
  },
  { what: 'the recorded plan was not made upon the request of its run', holds: isMadeUpon },
  {
    what: 'the recorded plan has other arguments than its request',
    holds: ({ plan, request }) => isSameValue(plan.data.args, request.data.args),
  },
  { what: 'the recorded plan is not what its template says', holds: isCompiled },
];

function isMadeUpon({ plan, request }: Recorded): boolean {
  const sameCustomer = plan.tenant === request.tenant && plan.customerId === request.customerId;
  return (
    sameCustomer &&
    (['requestId', 'sessionId', 'threadId', 'artifacts'] as const).every(
      (name) => plan.data[name] === request.data[name],
    )
  );
}

/** Compiled again: its steps and its scope are the template's own, or those that its playbook allows for a proposal. */
function isCompiled({ plan: { data }, request, artifacts }: Recorded): boolean {
  const { instance } = request.data;
  const compiled =
    instance === undefined
      ? compilePlan(request.data, artifacts)
      : compiledPlaybook(instance.playbook, data.drawnUp?.proposal, artifacts);
  return compiled !== null && 'steps' in compiled && isSamePlan(compiled, data.plan);
}

function compiledPlaybook(playbook: string, proposal: PlaybookProposal | undefined, artifacts: ArtifactBundle) {
  const active = activePlaybook(artifacts, playbook);
  return active && proposal ? compilePlaybook(proposal, active, artifacts) : null;
}
