import type { PlanStep, Values } from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { resultsOf, spokenArgs, type OpenRun, type Planned } from '../state/run';

/** CX-03: the values of a step as their owner reads them. */
export const spokenValues = (run: OpenRun, planned: Planned, { args }: PlanStep): Values =>
  resolveBindings(args, { args: spokenArgs(planned), results: resultsOf(run) });
