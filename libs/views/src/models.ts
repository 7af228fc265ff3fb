import { actionFold } from './folds/actions';
import { approvalFold } from './folds/approvals';
import { planFold } from './folds/plans';
import { playbookRunFold } from './folds/playbook-runs';
import { playbookVerdictFold } from './folds/playbook-verdicts';
import { runFold } from './folds/runs';
import { sessionFold } from './folds/sessions';
import { threadFold } from './folds/threads';
import { unknownOutcomeFold } from './folds/unknown-outcomes';
import type { ReadModel } from './read-model';
import { RowModel } from './row-model';
import { StageModel } from './stages/stage-model';
import { postgresSink, type TelemetrySink } from './stages/telemetry-sink';
import { TraceModel } from './trace/trace-model';
import { postgresTraceSink, type TraceSink } from './trace/trace-sink';

/** Every read model there is. `sinks` are given the stages besides the database, `traceSinks` alone the trace. */
export const readModels = (
  sinks: readonly TelemetrySink[] = [],
  traceSinks: readonly TraceSink[] = [postgresTraceSink],
): readonly ReadModel[] => [
  new RowModel('sessions', sessionFold),
  new RowModel('threads', threadFold),
  new RowModel('plan_history', planFold),
  new RowModel('run_history', runFold),
  new RowModel('action_history', actionFold),
  new RowModel('playbook_runs', playbookRunFold),
  new RowModel('approvals', approvalFold),
  new RowModel('playbook_verdicts', playbookVerdictFold),
  new RowModel('unknown_outcomes', unknownOutcomeFold),
  new StageModel([postgresSink, ...sinks]),
  new TraceModel(traceSinks),
];
