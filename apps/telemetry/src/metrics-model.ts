import { actionEndsIn, type EventName, type RecordedOf } from '@arbiter/contracts';
import { statusOfEnd, type Page, type ReadModel } from '@arbiter/views';
import { Counter, Histogram, type Registry } from 'prom-client';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600];

/** Counts facts of the log. It has a checkpoint like any read model, so that each fact is counted by one replica. */
export class MetricsModel implements ReadModel {
  readonly name = 'metrics';
  readonly tables = [];
  private readonly events: Counter;
  private readonly runs: Counter;
  private readonly runSeconds: Histogram;
  private readonly actions: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.events = new Counter({
      name: 'arbiter_events_total',
      help: 'Facts in the log',
      labelNames: ['type'],
      registers,
    });
    this.runs = new Counter({
      name: 'arbiter_runs_total',
      help: 'Runs that ended, as rag.done has it',
      labelNames: ['status'],
      registers,
    });
    this.runSeconds = new Histogram({
      name: 'arbiter_run_seconds',
      help: 'From the opening of a run to its end',
      buckets: SECONDS,
      registers,
    });
    this.actions = new Counter({
      name: 'arbiter_actions_total',
      help: 'Actions that ended',
      labelNames: ['tool', 'status'],
      registers,
    });
  }

  fold({ news }: Page): Promise<(() => void) | void> {
    return Promise.resolve(() => news.forEach((event) => this.count(event)));
  }

  private count(event: RecordedOf<EventName>): void {
    this.events.inc({ type: event.name });
    if (event.name === 'run.completed') {
      const { status, startedAt, completedAt } = event.data;
      this.runs.inc({ status });
      this.runSeconds.observe((Date.parse(completedAt) - Date.parse(startedAt)) / 1_000);
    }
    for (const end of actionEndsIn(event)) this.actions.inc({ tool: end.data.tool, status: statusOfEnd(end) });
  }
}
