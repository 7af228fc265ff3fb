import type { EventName } from './events';

/** The seven services. */
export const APPS = [
  'ingress',
  'router',
  'planner',
  'executor',
  'action-gateway',
  'provider-gateway',
  'telemetry',
] as const;
export type App = (typeof APPS)[number];

export interface Reaction {
  readonly app: App;
  /** names its handler in dead letters and metrics */
  readonly handler: string;
  /** what comes within so many milliseconds after one is brought together */
  readonly gathers?: number;
}

export interface FlowLine {
  /** null: written by the deployment's own migration job */
  readonly producer: App | null;
  /** who acts on it; telemetry folds every event from the log and is not listed */
  readonly consumers: readonly Reaction[];
}

const to = (app: App, handler: string, more: Pick<Reaction, 'gathers'> = {}): Reaction => ({ app, handler, ...more });

/**
 * For what there is mostly nothing left to do when it comes: a plan, which opens its run, follows a request, and few
 * runs are followed by others.
 */
const GATHERED = { gathers: 50 } as const;

/**
 * How a turn travels: event → who writes it → who acts on it. Consumers, broker streams, permissions, scalers and the
 * README's picture all come from this table.
 */
export const FLOW: Readonly<Record<EventName, FlowLine>> = {
  'turn.received': { producer: 'ingress', consumers: [to('router', 'on-turn-received')] },
  'run.submitted': { producer: 'ingress', consumers: [to('router', 'on-run-submitted')] },
  'playbook.submitted': { producer: 'ingress', consumers: [to('router', 'on-playbook-submitted')] },
  'approval.received': { producer: 'ingress', consumers: [to('router', 'on-approval-received')] },
  'resume.received': { producer: 'ingress', consumers: [to('router', 'on-resume-received')] },
  'run.cancel_received': { producer: 'ingress', consumers: [to('executor', 'on-run-cancel-received')] },

  'turn.routed': { producer: 'router', consumers: [] },
  'turn.skipped': { producer: 'router', consumers: [] },
  'turn.completed': { producer: 'router', consumers: [] },
  'session.switched': { producer: 'router', consumers: [] },
  'thread.opened': { producer: 'router', consumers: [] },
  'thread.queued': { producer: 'router', consumers: [] },
  'intent.requested': { producer: 'router', consumers: [] },
  'intent.proposed': { producer: 'router', consumers: [] },
  'intent.classified': { producer: 'router', consumers: [] },
  'thread.followed': { producer: 'router', consumers: [] },
  'schedule.set': { producer: 'router', consumers: [] },
  'schedule.cleared': { producer: 'router', consumers: [] },
  'verdict.scheduled': { producer: 'router', consumers: [] },
  'verdict.unscheduled': { producer: 'router', consumers: [] },
  'instance.queued': { producer: 'router', consumers: [] },
  'instance.skipped': { producer: 'router', consumers: [] },
  'instance.paused': { producer: 'router', consumers: [] },
  'instance.resumed': { producer: 'router', consumers: [to('executor', 'on-instance-resumed')] },
  'instance.completed': { producer: 'router', consumers: [] },
  'run.requested': {
    producer: 'router',
    consumers: [
      to('planner', 'on-run-requested'),
      to('executor', 'on-run-requested', GATHERED),
      to('ingress', 'on-run-requested'),
    ],
  },
  'run.cancel_requested': { producer: 'router', consumers: [to('executor', 'on-run-cancel-requested')] },
  'approval.given': {
    producer: 'router',
    consumers: [to('action-gateway', 'on-approval-given'), to('executor', 'on-approval-given')],
  },

  'plan.accepted': { producer: 'planner', consumers: [to('executor', 'on-plan-accepted')] },
  'plan.rejected': { producer: 'planner', consumers: [to('executor', 'on-plan-rejected')] },

  'plan.awaited': { producer: 'planner', consumers: [to('planner', 'on-plan-awaited')] },
  'plan.postponed': { producer: 'planner', consumers: [to('executor', 'on-plan-postponed')] },
  'plan.draft_requested': { producer: 'planner', consumers: [] },
  'plan.draft_awaited': { producer: 'planner', consumers: [] },
  'plan.drawn_up': { producer: 'planner', consumers: [to('planner', 'on-plan-drawn-up')] },
  'plan.revised': { producer: 'planner', consumers: [to('planner', 'on-plan-revised')] },
  'plan.draft_failed': { producer: 'planner', consumers: [to('planner', 'on-plan-draft-failed')] },
  'plan.cache_hit': { producer: 'planner', consumers: [to('planner', 'on-plan-cache-hit')] },

  'revision.awaited': { producer: 'planner', consumers: [to('planner', 'on-revision-awaited')] },
  'revision.postponed': { producer: 'planner', consumers: [to('executor', 'on-revision-postponed')] },
  'revision.accepted': { producer: 'planner', consumers: [to('executor', 'on-revision-accepted')] },
  'revision.declined': { producer: 'planner', consumers: [to('executor', 'on-revision-declined')] },

  'run.opened': { producer: 'executor', consumers: [] },
  'run.overtaken': { producer: 'executor', consumers: [] },
  'run.announced': { producer: 'executor', consumers: [to('ingress', 'on-run-announced')] },
  'run.planned': { producer: 'executor', consumers: [] },
  'action.requested': { producer: 'executor', consumers: [to('action-gateway', 'on-action-requested')] },
  'segment.requested': { producer: 'executor', consumers: [to('action-gateway', 'on-segment-requested')] },
  'segment.cancel_requested': {
    producer: 'executor',
    consumers: [to('action-gateway', 'on-segment-cancel-requested')],
  },
  'segment.completed': { producer: 'executor', consumers: [] },
  'segment.taken_back': { producer: 'executor', consumers: [] },
  'action.cancel_requested': { producer: 'executor', consumers: [to('action-gateway', 'on-action-cancel-requested')] },
  'step.completed': { producer: 'executor', consumers: [] },
  'retrieval.requested': { producer: 'executor', consumers: [] },
  'slot.requested': { producer: 'executor', consumers: [] },
  'sweep.begun': { producer: 'executor', consumers: [] },
  'branch.requested': { producer: 'executor', consumers: [to('executor', 'on-branch-requested')] },
  'branch.cancel_requested': { producer: 'executor', consumers: [to('executor', 'on-branch-cancel-requested')] },
  'branch.suspended': { producer: 'executor', consumers: [] },
  'branch.resumed': { producer: 'executor', consumers: [] },
  'sweep.suspended': { producer: 'executor', consumers: [] },
  'step.refused': { producer: 'executor', consumers: [] },
  'run.paused': {
    producer: 'executor',
    consumers: [to('router', 'on-run-paused'), to('executor', 'on-run-paused')],
  },
  'run.continued': { producer: 'executor', consumers: [to('planner', 'on-run-continued')] },
  'branch.paused': { producer: 'executor', consumers: [] },
  'branch.continue_requested': {
    producer: 'executor',
    consumers: [to('executor', 'on-branch-continue-requested')],
  },
  'branch.completed': { producer: 'executor', consumers: [to('executor', 'on-branch-completed')] },
  'revision.requested': { producer: 'executor', consumers: [to('planner', 'on-revision-requested')] },
  'branch.revised': { producer: 'executor', consumers: [] },
  'branch.recorded': { producer: 'executor', consumers: [] },
  'verdict.reached': { producer: 'executor', consumers: [] },
  'run.suspended': {
    producer: 'executor',
    consumers: [
      to('router', 'on-run-suspended'),
      to('executor', 'on-run-suspended'),
      to('ingress', 'on-run-suspended'),
    ],
  },
  'run.resumed': { producer: 'executor', consumers: [] },
  'run.cancelling': { producer: 'executor', consumers: [] },
  'run.followed': { producer: 'executor', consumers: [] },
  'run.watched': { producer: 'executor', consumers: [] },
  'reply.requested': { producer: 'executor', consumers: [] },
  'reply.composed': { producer: 'executor', consumers: [] },
  'run.completed': {
    producer: 'executor',
    consumers: [
      to('router', 'on-run-completed'),
      to('executor', 'on-run-completed', GATHERED),
      to('ingress', 'on-run-completed'),
    ],
  },
  'run.settled': { producer: 'executor', consumers: [to('router', 'on-run-settled')] },

  'segment.ended': { producer: 'action-gateway', consumers: [to('executor', 'on-segment-ended')] },
  'segment.returned': { producer: 'action-gateway', consumers: [to('executor', 'on-segment-returned')] },
  'action.handed_back': { producer: 'action-gateway', consumers: [to('executor', 'on-action-handed-back')] },
  'action.denied': { producer: 'action-gateway', consumers: [to('executor', 'on-action-denied')] },
  'action.suspended': { producer: 'action-gateway', consumers: [to('executor', 'on-action-suspended')] },
  'action.approved': { producer: 'action-gateway', consumers: [] },
  'action.rejected': { producer: 'action-gateway', consumers: [to('executor', 'on-action-rejected')] },
  'action.queued': { producer: 'action-gateway', consumers: [] },
  'action.dispatched': { producer: 'action-gateway', consumers: [] },
  'action.retry_scheduled': { producer: 'action-gateway', consumers: [] },
  'playbook.asked': { producer: 'action-gateway', consumers: [to('router', 'on-playbook-asked')] },
  'action.succeeded': { producer: 'action-gateway', consumers: [to('executor', 'on-action-succeeded')] },
  'action.failed': { producer: 'action-gateway', consumers: [to('executor', 'on-action-failed')] },
  'action.unknown': { producer: 'action-gateway', consumers: [to('executor', 'on-action-unknown')] },
  'action.cancelled': { producer: 'action-gateway', consumers: [to('executor', 'on-action-cancelled')] },

  'artifact.activated': { producer: null, consumers: [to('router', 'on-artifact-activated')] },

  'link.confirmed': { producer: 'ingress', consumers: [] },
  'link.revoked': { producer: 'ingress', consumers: [] },
};

export interface Consumed extends Reaction {
  readonly event: EventName;
  readonly durable: string;
}

/** The events an app acts on, with the handler of each. */
export function consumersOf(app: App): readonly Consumed[] {
  return (Object.entries(FLOW) as [EventName, FlowLine][]).flatMap(([event, line]) =>
    line.consumers
      .filter((consumer) => consumer.app === app)
      .map((consumer) => ({ ...consumer, event, durable: durableOf(app, event) })),
  );
}

/**
 * Who brings an event to the broker: the service that writes it; what the migration job writes, the one through which
 * all else comes in.
 */
export const publisherOf = (event: EventName): App => FLOW[event].producer ?? 'ingress';

/** Durable names hold no dots: `<app>-<noun>-<verb>`. */
export const durableOf = (app: App, event: EventName): string => `${app}-${event.replace('.', '-')}`;

/** The events that travel over the broker; the others are read from the log. */
export const travels = (event: EventName): boolean => FLOW[event].consumers.length > 0;
