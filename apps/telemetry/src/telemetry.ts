import { Projector, ProjectorLoop, printSink, readModels, type Database, type Metrics } from '@arbiter/platform';
import { MetricsModel } from './metrics-model';
import type { TelemetryOptions } from './options';
import { exportLag } from './projection-lag';
import { stageCounter } from './stage-counter';
import { UiLogPruner } from './ui-log-pruner';

export interface TelemetryParts {
  readonly database: Database;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly onTrouble: (error: unknown) => void;
}

/** Folds every event into read models and metrics, and prunes what was shown in pieces. Decides nothing (TL-12). */
export class Telemetry {
  private readonly loop: ProjectorLoop;
  private readonly pruner: UiLogPruner;

  constructor({ database, metrics: { registry }, onTrouble }: TelemetryParts, options: TelemetryOptions) {
    const sinks = [stageCounter(registry), ...(options.print ? [printSink((line) => process.stdout.write(`${line}\n`))] : [])];
    const models = [...readModels(sinks), new MetricsModel(registry)];
    this.loop = new ProjectorLoop(new Projector(database, models, { onTrouble }), onTrouble);
    this.pruner = new UiLogPruner(database, options.uiLogHours, onTrouble);
    exportLag(registry, database, models.map(({ name }) => name));
  }

  start(): void {
    this.loop.start();
    this.pruner.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.loop.close(), this.pruner.close()]);
  }
}
