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

export interface Gathering {
  /** events that come within so long after one are brought together with it */
  readonly milliseconds: number;
  /** whether the app needs this event at once all the same; judged by its unsealed fields */
  readonly unless: (data: Readonly<Record<string, unknown>>) => boolean;
}

export interface Reaction {
  readonly app: App;
  readonly gathers?: Gathering;
}

export interface FlowLine {
  /** null: written by the deployment's own migration job */
  readonly producer: App | null;
  /** the apps that act on it; telemetry folds every event from the log and is not listed */
  readonly consumers: readonly Reaction[];
  /** apps that do not act on it, but read ahead what they will need; nothing depends on their hearing of it */
  readonly readAheadBy?: readonly App[];
}

const to = (app: App, more: Pick<Reaction, 'gathers'> = {}): Reaction => ({ app, ...more });

/**
 * These events mostly find nothing left to do: the plan, which comes milliseconds after the request, opens the run too,
 * and few runs are followed by others. Those that name other runs in this list do change something.
 */
const gatheredUnlessNamed = (list: string): Pick<Reaction, 'gathers'> => ({
  gathers: { milliseconds: 50, unless: ({ [list]: runs }) => Array.isArray(runs) && runs.length > 0 },
});

/**
 * How a turn travels: event → the app that writes it → the apps that act on it. Consumers, broker streams, permissions,
 * scalers and the README's picture all come from this table.
 */
export const FLOW: Readonly<Record<EventName, FlowLine>> = {
  'turn.received': { producer: 'ingress', consumers: [to('router')] },
  'run.submitted': { producer: 'ingress', consumers: [to('router')] },
  'playbook.submitted': { producer: 'ingress', consumers: [to('router')] },
  'approval.received': { producer: 'ingress', consumers: [to('router')] },
  'resume.received': { producer: 'ingress', consumers: [to('router')] },
  'run.cancel_received': { producer: 'ingress', consumers: [to('executor')] },
  'agent.pause_received': { producer: 'ingress', consumers: [to('executor')] },
  'agent.resume_received': { producer: 'ingress', consumers: [to('executor')] },
  'action.settlement_received': { producer: 'ingress', consumers: [to('action-gateway')] },

  'turn.routed': { producer: 'router', consumers: [] },
  'turn.skipped': { producer: 'router', consumers: [] },
  'turn.completed': { producer: 'router', consumers: [] },
  'session.switched': { producer: 'router', consumers: [] },
  'thread.opened': { producer: 'router', consumers: [] },
  'thread.queued': { producer: 'router', consumers: [] },
  'intent.requested': { producer: 'router', consumers: [to('ingress')] },
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
  'instance.resumed': { producer: 'router', consumers: [to('executor')] },
  'instance.completed': { producer: 'router', consumers: [] },
  'run.requested': {
    producer: 'router',
    consumers: [to('planner'), to('executor', gatheredUnlessNamed('overtakes')), to('ingress')],
  },
  'run.cancel_requested': { producer: 'router', consumers: [to('executor')] },
  'approval.given': {
    producer: 'router',
    consumers: [to('action-gateway'), to('executor')],
  },

  'plan.accepted': { producer: 'planner', consumers: [to('executor')], readAheadBy: ['action-gateway'] },
  'plan.rejected': { producer: 'planner', consumers: [to('executor')] },

  'plan.awaited': { producer: 'planner', consumers: [to('planner')] },
  'plan.postponed': { producer: 'planner', consumers: [to('executor')] },
  'plan.draft_requested': { producer: 'planner', consumers: [] },
  'plan.draft_awaited': { producer: 'planner', consumers: [] },
  'plan.drawn_up': { producer: 'planner', consumers: [to('planner')] },
  'plan.revised': { producer: 'planner', consumers: [to('planner')] },
  'plan.draft_failed': { producer: 'planner', consumers: [to('planner')] },
  'plan.cache_hit': { producer: 'planner', consumers: [to('planner')] },

  'revision.awaited': { producer: 'planner', consumers: [to('planner')] },
  'revision.postponed': { producer: 'planner', consumers: [to('executor')] },
  'revision.accepted': { producer: 'planner', consumers: [to('executor')] },
  'revision.declined': { producer: 'planner', consumers: [to('executor')] },

  'run.opened': { producer: 'executor', consumers: [] },
  'run.overtaken': { producer: 'executor', consumers: [] },
  'run.announced': { producer: 'executor', consumers: [to('ingress')] },
  'run.planned': { producer: 'executor', consumers: [] },
  'action.requested': { producer: 'executor', consumers: [to('action-gateway')] },
  'segment.requested': { producer: 'executor', consumers: [to('action-gateway')] },
  'segment.cancel_requested': {
    producer: 'executor',
    consumers: [to('action-gateway')],
  },
  'segment.completed': { producer: 'executor', consumers: [] },
  'segment.taken_back': { producer: 'executor', consumers: [] },
  'action.cancel_requested': { producer: 'executor', consumers: [to('action-gateway')] },
  'step.completed': { producer: 'executor', consumers: [] },
  'retrieval.requested': { producer: 'executor', consumers: [] },
  'slot.requested': { producer: 'executor', consumers: [] },
  'sweep.begun': { producer: 'executor', consumers: [] },
  'branch.requested': { producer: 'executor', consumers: [to('executor')] },
  'branch.cancel_requested': { producer: 'executor', consumers: [to('executor')] },
  'branch.suspended': { producer: 'executor', consumers: [] },
  'branch.resumed': { producer: 'executor', consumers: [] },
  'sweep.suspended': { producer: 'executor', consumers: [] },
  'step.refused': { producer: 'executor', consumers: [] },
  'run.paused': {
    producer: 'executor',
    consumers: [to('router'), to('executor')],
  },
  'run.continued': { producer: 'executor', consumers: [to('planner')] },
  'branch.paused': { producer: 'executor', consumers: [] },
  'branch.continue_requested': {
    producer: 'executor',
    consumers: [to('executor')],
  },
  'branch.completed': { producer: 'executor', consumers: [to('executor')] },
  'revision.requested': { producer: 'executor', consumers: [to('planner')] },
  'branch.revised': { producer: 'executor', consumers: [] },
  'branch.recorded': { producer: 'executor', consumers: [] },
  'verdict.reached': { producer: 'executor', consumers: [] },
  'run.suspended': {
    producer: 'executor',
    consumers: [to('router'), to('executor'), to('ingress')],
  },
  'run.resumed': { producer: 'executor', consumers: [] },
  'run.cancelling': { producer: 'executor', consumers: [] },
  'run.followed': { producer: 'executor', consumers: [] },
  'run.watched': { producer: 'executor', consumers: [] },
  'agent.requested': { producer: 'executor', consumers: [to('executor')] },
  'agent.cancel_requested': { producer: 'executor', consumers: [to('executor')] },
  'agent.recorded': { producer: 'executor', consumers: [] },
  'agent.opened': { producer: 'executor', consumers: [] },
  'agent.asked': { producer: 'executor', consumers: [] },
  'agent.answered': { producer: 'executor', consumers: [to('executor')] },
  'agent.call_refused': { producer: 'executor', consumers: [] },
  'agent.call_ended': { producer: 'executor', consumers: [to('executor')] },
  'agent.pausing': { producer: 'executor', consumers: [] },
  'agent.paused': { producer: 'executor', consumers: [to('executor')] },
  'agent.resumed': { producer: 'executor', consumers: [to('executor')] },
  'agent.completed': { producer: 'executor', consumers: [to('executor')] },
  'reply.requested': { producer: 'executor', consumers: [] },
  'reply.composed': { producer: 'executor', consumers: [] },
  'run.completed': {
    producer: 'executor',
    consumers: [to('router'), to('executor', gatheredUnlessNamed('followers')), to('ingress')],
  },
  'run.settled': { producer: 'executor', consumers: [to('router')] },

  'segment.ended': { producer: 'action-gateway', consumers: [to('executor')] },
  'segment.returned': { producer: 'action-gateway', consumers: [to('executor')] },
  'action.denied': { producer: 'action-gateway', consumers: [to('executor')] },
  'action.suspended': { producer: 'action-gateway', consumers: [to('executor')] },
  'action.approved': { producer: 'action-gateway', consumers: [] },
  'action.rejected': { producer: 'action-gateway', consumers: [to('executor')] },
  'action.queued': { producer: 'action-gateway', consumers: [] },
  'action.dispatched': { producer: 'action-gateway', consumers: [] },
  'action.retry_scheduled': { producer: 'action-gateway', consumers: [] },
  'playbook.asked': { producer: 'action-gateway', consumers: [to('router')] },
  'action.succeeded': { producer: 'action-gateway', consumers: [to('executor')] },
  'action.failed': { producer: 'action-gateway', consumers: [to('executor')] },
  'action.unknown': { producer: 'action-gateway', consumers: [to('executor')] },
  'action.look_requested': { producer: 'action-gateway', consumers: [] },
  'action.escalated': { producer: 'action-gateway', consumers: [] },
  'action.settled': { producer: 'action-gateway', consumers: [to('executor')] },
  'action.cancelled': { producer: 'action-gateway', consumers: [to('executor')] },

  'artifact.activated': { producer: null, consumers: [to('router')] },

  'link.confirmed': { producer: 'ingress', consumers: [] },
  'link.revoked': { producer: 'ingress', consumers: [] },
};

export interface Consumed extends Reaction {
  readonly event: EventName;
  /** names the reaction in dead letters and metrics */
  readonly handler: string;
  readonly durable: string;
}

/** The events an app acts on, with the handler of each. */
export function consumersOf(app: App): readonly Consumed[] {
  return (Object.entries(FLOW) as [EventName, FlowLine][]).flatMap(([event, line]) =>
    line.consumers
      .filter((consumer) => consumer.app === app)
      .map((consumer) => ({ ...consumer, event, handler: handlerOf(event), durable: durableOf(app, event) })),
  );
}

/**
 * The app that publishes an event to the broker: the service that writes it; for the events of the migration job it is
 * ingress, through which everything else comes in.
 */
export const publisherOf = (event: EventName): App => FLOW[event].producer ?? 'ingress';

/** The services that act on an event as soon as it comes; those for which it gathers can wait for the broker. */
export const promptConsumersOf = (event: EventName): readonly App[] =>
  FLOW[event].consumers.filter(({ gathers }) => gathers === undefined).map(({ app }) => app);

/** Whether an app for which such events gather needs this one at once. */
export const isNeededAtOnce = (event: EventName, data: Readonly<Record<string, unknown>>): boolean =>
  FLOW[event].consumers.some(({ gathers }) => gathers?.unless(data) === true);

/** The events that an app acts on as soon as they come. */
export const promptEventsOf = (app: App): readonly EventName[] =>
  consumersOf(app).flatMap(({ event }) => (promptConsumersOf(event).includes(app) ? [event] : []));

/** The events upon which an app reads ahead. */
export const readAheadUpon = (app: App): readonly EventName[] =>
  (Object.entries(FLOW) as [EventName, FlowLine][]).flatMap(([event, { readAheadBy = [] }]) =>
    readAheadBy.includes(app) ? [event] : [],
  );

/** `on-<noun>-<verb>`. */
export const handlerOf = (event: EventName): string => `on-${event.replace(/[._]/g, '-')}`;

/** Durable names hold no dots: `<app>-<noun>-<verb>`. */
export const durableOf = (app: App, event: EventName): string => `${app}-${event.replace('.', '-')}`;

/** The events that travel over the broker; the others are read from the log. */
export const travels = (event: EventName): boolean => FLOW[event].consumers.length > 0;
