import type { App, Category } from '@arbiter/contracts';
import {
  actionDecider,
  planDecider,
  runDecider,
  sessionDecider,
  streamsForAction,
  streamsForPlan,
  streamsForRun,
  streamsForSession,
} from '@arbiter/domain';
import type { AnyDecider, AnyRecorded } from './stream';

interface Service {
  readonly app: App;
  readonly category: Category;
  readonly decider: AnyDecider;
  readonly streams: (event: AnyRecorded) => readonly string[];
}

type Streams = Service['streams'];

/** The services that decide, each with its decider and the streams an event concerns there. */
export const SERVICES: readonly Service[] = [
  {
    app: 'router',
    category: 'session',
    decider: sessionDecider as unknown as AnyDecider,
    streams: streamsForSession as unknown as Streams,
  },
  {
    app: 'planner',
    category: 'plan',
    decider: planDecider as unknown as AnyDecider,
    streams: streamsForPlan as unknown as Streams,
  },
  {
    app: 'executor',
    category: 'run',
    decider: runDecider as unknown as AnyDecider,
    streams: streamsForRun as unknown as Streams,
  },
  {
    app: 'action-gateway',
    category: 'action',
    decider: actionDecider as unknown as AnyDecider,
    streams: streamsForAction as unknown as Streams,
  },
];

export function serviceOf(category: Category): Service {
  const service = SERVICES.find((one) => one.category === category);
  if (!service) throw new Error(`no service decides streams of category ${category}`);
  return service;
}
