import type { Metrics, Tracing } from '@arbiter/runtime';
import type { Database } from '@arbiter/store';
import { Projector, ProjectorLoop, printSink, readModels } from '@arbiter/views';
import { MetricsModel } from './metrics-model';
import type { TelemetryOptions } from './options';
import { exportLag } from './projection-lag';
import { Retention } from './retention';
import { stageCounter } from './stage-counter';
import { traceSinksOf } from './trace-sinks';

export interface TelemetryParts {
  readonly database: Database;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly tracing: Pick<Tracing, 'tell'>;
  readonly onTrouble: (error: unknown) => void;
  /** called with the number of days that dead letters are kept */
  readonly keepDeadLetters: (days: number) => void;
}

/** Folds every event into read models and metrics, and deletes data whose period is over. Decides nothing (TL-12). */
export class Telemetry {
  private readonly loop: ProjectorLoop;
  private readonly retention: Retention;

  constructor(
    { database, metrics: { registry }, tracing, onTrouble, keepDeadLetters }: TelemetryParts,
    options: TelemetryOptions,
  ) {
    const print = (line: string): void => void process.stdout.write(`${line}\n`);
    const sinks = [stageCounter(registry), ...(options.print ? [printSink(print)] : [])];
    const traceSinks = traceSinksOf(options.traceSinks, { tracing, print });
    const models = [...readModels(sinks, traceSinks), new MetricsModel(registry)];
    this.loop = new ProjectorLoop(new Projector(database, models, { onTrouble }), onTrouble);
    this.retention = new Retention({ database, registry, onTrouble, keepDeadLetters }, options);
    exportLag(
      registry,
      database,
      models.map(({ name }) => name),
    );
  }

  start(): void {
    this.loop.start();
    this.retention.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.loop.close(), this.retention.close()]);
  }
}
