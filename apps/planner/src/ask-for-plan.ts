import { activePlaybook } from '@arbiter/contracts';
import type { ArtifactRegistry } from '@arbiter/artifacts';
import { DRAFT_TIMER, draftLapsesAt, lapseSeconds, type DraftAnswered } from '@arbiter/domain';
import { holdByTimer, isLeftToAnother, type Asker } from '@arbiter/models';
import type { Effect } from '@arbiter/runtime';
import type { Database } from '@arbiter/store';

/**
 * Asks for the plan of a playbook, or a revision of one (PL-18), once the question is recorded, and hands the answer
 * (or the failure) back to its key. While it waits it puts the timer of the question off; when this process ends, that
 * goes off and the question is asked anew.
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
    const timer = { stream, key: DRAFT_TIMER };
    const hold = holdByTimer(database, timer, draftLapsesAt(event.data), lapseSeconds(asked));
    const proposal = await asker.ask(ask, undefined, signal, event.traceParent, hold);
    if (isLeftToAnother(proposal)) return;
    const answered: DraftAnswered = { name: 'draft.answered', question, attempt, asked, proposal };
    await submit(stream, answered, event);
  };
}
