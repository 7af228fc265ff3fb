import { activePlaybook, type RecordedOf } from '@arbiter/contracts';
import { DRAFT_LAPSE_SECONDS, DRAFT_TIMER, draftLapsesAt, type DraftAnswered } from '@arbiter/domain';
import {
  postponeDue,
  type ArtifactRegistry,
  type Asker,
  type Database,
  type Effect,
  type Hold,
} from '@arbiter/platform';

/** What says that nobody worked on it any more, or that another asks by now. */
const LEFT_TO_ANOTHER: ReadonlySet<string> = new Set(['abandoned', 'cancelled']);

/**
 * Asks for the plan of a playbook, or a revision of one (PL-18), once the question is recorded, and hands the answer (or the failure) back to its key.
 * While it waits it puts the timer of the question off; when this process ends, that goes off and the question is asked anew.
 */
export function askForPlan(
  asker: Asker,
  bundles: ArtifactRegistry,
  database: Database,
): Effect<'plan.draft_requested'> {
  return async (event, { submit, signal }) => {
    const { playbook, artifacts, requestId, question, attempt, asked, wrong, deadline, revision, granted } = event.data;
    const { tenant, customerId, stream, version } = event;
    const definition = activePlaybook(await bundles.load(artifacts), playbook)?.definition;
    const ask = {
      askId: `${stream}@${version}/plan`,
      tenant,
      customerId,
      purpose: 'plan',
      artifacts,
      deadline,
      runId: requestId,
      playbook,
      ...(granted && { granted }),
      question: { stream, version },
      ...(definition && { class: revision ? definition.classes.revision : definition.classes.plan }),
      input: { playbook, wrong, ...(revision && { revision }) },
    } as const;
    const proposal = await asker.ask(ask, undefined, signal, event.traceParent, holdOn(database, event));
    if (proposal.kind === 'failure' && LEFT_TO_ANOTHER.has(proposal.code)) return;
    const answered: DraftAnswered = { name: 'draft.answered', question, attempt, asked, proposal };
    await submit(stream, answered, event);
  };
}

/** Holds a question for as long as its timer is put off before it goes off. */
function holdOn(database: Database, { stream, data }: RecordedOf<'plan.draft_requested'>): Hold {
  let lapsesAt = draftLapsesAt(data);
  return async () => {
    const next = await postponeDue(database, { stream, key: DRAFT_TIMER }, lapsesAt, DRAFT_LAPSE_SECONDS);
    lapsesAt = next ?? lapsesAt;
    return next !== null;
  };
}
