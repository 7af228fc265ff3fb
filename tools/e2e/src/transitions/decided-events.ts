import { FLOW, type App, type EventName } from '@arbiter/contracts';

export interface DecidedEvent {
  readonly event: EventName;
  readonly app: App;
}

/** The events that only a sweep brings about: services are killed at each in sweep-transitions.long-spec.ts. */
const SWEEPS: ReadonlySet<EventName> = new Set([
  'playbook.submitted',
  'approval.received',
  'resume.received',
  'instance.queued',
  'instance.paused',
  'instance.resumed',
  'instance.completed',
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
  'slot.requested',
  'step.refused',
  'branch.requested',
  'branch.cancel_requested',
  'branch.suspended',
  'branch.resumed',
  'sweep.suspended',
  'run.paused',
  'run.continued',
  'branch.paused',
  'branch.continue_requested',
  'branch.completed',
  'branch.recorded',
  'verdict.reached',
]);

/**
 * The events by which an unknown outcome becomes known: services are killed at each in
 * unknown-outcome-transitions.long-spec.ts.
 */
const UNKNOWN_OUTCOMES: ReadonlySet<EventName> = new Set([
  'action.look_requested',
  'action.escalated',
  'action.settlement_received',
  'action.settled',
]);

/** The events of playbooks beside their sweeps, and those that come a day after, with the test that shows each. */
export const BESIDE_SWEEPS: ReadonlyMap<EventName, string> = new Map([
  ['playbook.asked', 'tools/e2e/src/playbook-begun.e2e-spec.ts'],
  ['instance.skipped', 'libs/domain/src/instance/playbook-decider.spec.ts'],
  ['schedule.set', 'tools/e2e/src/playbook-lost.long-spec.ts'],
  ['schedule.cleared', 'tools/e2e/src/playbooks.e2e-spec.ts'],
  ['verdict.scheduled', 'tools/e2e/src/playbook-lost.long-spec.ts'],
  ['verdict.unscheduled', 'tools/e2e/src/playbooks.e2e-spec.ts'],
]);

type Kept = (event: EventName) => boolean;

/**
 * From the flow itself: the first event of each service, then the second of each, so that no service is killed many
 * times in a row.
 */
const decided = (isKept: Kept): readonly DecidedEvent[] =>
  (Object.entries(FLOW) as [EventName, { producer: App | null }][])
    .flatMap(([event, { producer }]) => (producer === null || !isKept(event) ? [] : [{ event, app: producer }]))
    .map((one, _, all) => ({ one, turn: all.filter(({ app }) => app === one.app).indexOf(one) }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ one }) => one);

/**
 * Every event that a service writes, except those of playbooks and unknown outcomes: a new one is among these until it
 * is listed as one of those.
 */
export const DECIDED = decided(
  (event) => !SWEEPS.has(event) && !UNKNOWN_OUTCOMES.has(event) && !BESIDE_SWEEPS.has(event),
);

/** Every event of a sweep. */
export const OF_SWEEPS = decided((event) => SWEEPS.has(event));

/** Every event by which an unknown outcome becomes known. */
export const OF_UNKNOWN_OUTCOMES = decided((event) => UNKNOWN_OUTCOMES.has(event));
