import { FLOW, type App, type EventName } from '@arbiter/contracts';

export interface DecidedEvent {
  readonly event: EventName;
  readonly app: App;
}

/** What only playbooks bring about: services are killed at these in playbook-crash.e2e-spec.ts and revisions.e2e-spec.ts. */
const OF_PLAYBOOKS: ReadonlySet<EventName> = new Set([
  'playbook.submitted',
  'approval.received',
  'resume.received',
  'playbook.asked',
  'instance.queued',
  'instance.skipped',
  'instance.paused',
  'instance.resumed',
  'instance.completed',
  'schedule.set',
  'schedule.cleared',
  'verdict.scheduled',
  'verdict.unscheduled',
  'plan.awaited',
  'plan.postponed',
  'plan.draft_requested',
  'plan.draft_awaited',
  'plan.drawn_up',
  'plan.draft_failed',
  'plan.cache_hit',
  'plan.revised',
  'revision.requested',
  'revision.awaited',
  'revision.postponed',
  'revision.accepted',
  'revision.declined',
  'branch.revised',
  'sweep.begun',
  'branch.requested',
  'branch.cancel_requested',
  'branch.suspended',
  'branch.resumed',
  'sweep.suspended',
  'step.refused',
  'run.paused',
  'run.continued',
  'branch.paused',
  'branch.continue_requested',
  'branch.completed',
  'branch.recorded',
  'verdict.reached',
  'slot.requested',
]);

/**
 * Every event that a service writes, from the flow itself: the first of each service, then the second of each, so that no service
 * is killed many times in a row.
 */
export const DECIDED: readonly DecidedEvent[] = (Object.entries(FLOW) as [EventName, { producer: App | null }][])
  .flatMap(([event, { producer }]) => (producer === null || OF_PLAYBOOKS.has(event) ? [] : [{ event, app: producer }]))
  .map((decided, _, all) => ({ decided, turn: all.filter(({ app }) => app === decided.app).indexOf(decided) }))
  .toSorted((one, other) => one.turn - other.turn)
  .map(({ decided }) => decided);
