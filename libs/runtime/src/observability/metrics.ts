import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ShellMetrics } from '../shell';

const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics every service exports, and the registry for its own. */
export class Metrics implements ShellMetrics {
  readonly registry = new Registry();
  private readonly batchStreams = new Histogram({
    name: 'arbiter_batch_streams',
    help: 'Streams decided in one batch',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [this.registry],
  });
  private readonly appendSeconds = new Histogram({
    name: 'arbiter_append_seconds',
    help: 'One append statement, commit included',
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly conflicts = new Counter({
    name: 'arbiter_stream_conflicts_total',
    help: 'Streams that another writer was faster on',
    registers: [this.registry],
  });
  private readonly streamsRead = new Counter({
    name: 'arbiter_streams_read_total',
    help: 'Streams read from the log: not known here, or another writer was faster',
    registers: [this.registry],
  });
  private readonly partitions = new Gauge({
    name: 'arbiter_partitions_held',
    help: 'Of the parts that the streams of the service are cut into, those that this replica decides',
    registers: [this.registry],
  });
  private readonly partitionMoves = new Counter({
    name: 'arbiter_partitions_moved_total',
    help: 'Partitions without an owner that were claimed here, or that were given to a replica with room',
    labelNames: ['how'],
    registers: [this.registry],
  });
  private readonly eventsBrought = new Counter({
    name: 'arbiter_events_brought_total',
    help: 'Events that were handed over to the replica which decides their streams, or, unanswered, decided here after all',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  private readonly deadLetters = new Counter({
    name: 'arbiter_dead_letters_total',
    help: 'Messages set aside with their cause',
    labelNames: ['handler'],
    registers: [this.registry],
  });
  private readonly troubles = new Counter({
    name: 'arbiter_troubles_total',
    help: 'Failures that were survived',
    labelNames: ['cause'],
    registers: [this.registry],
  });
  private readonly dependencyUp = new Gauge({
    name: 'arbiter_dependency_up',
    help: '1 while a part that the service stands on is as it is needed',
    labelNames: ['part'],
    registers: [this.registry],
  });
  private readonly republishedFacts = new Gauge({
    name: 'arbiter_republished_facts',
    help: 'Facts published again since the broker lost its data',
    registers: [this.registry],
  });
  readonly ready = new Gauge({
    name: 'arbiter_ready',
    help: '1 while the service takes work',
    registers: [this.registry],
  });

  constructor(app: string) {
    this.registry.setDefaultLabels({ app });
  }

  batch(streams: number): void {
    this.batchStreams.observe(streams);
  }

  append(): () => void {
    return this.appendSeconds.startTimer();
  }

  conflict(streams: number): void {
    this.conflicts.inc(streams);
  }

  read(streams: number): void {
    this.streamsRead.inc(streams);
  }

  partitionsHeld(count: number): void {
    this.partitions.set(count);
  }

  partitionsMoved(how: 'claimed' | 'given', count: number): void {
    this.partitionMoves.inc({ how }, count);
  }

  brought(outcome: 'answered' | 'unanswered', events: number): void {
    this.eventsBrought.inc({ outcome }, events);
  }

  deadLettered(handler: string): void {
    this.deadLetters.inc({ handler });
  }

  trouble(cause: string): void {
    this.troubles.inc({ cause });
  }

  dependency(part: string, isUp: boolean): void {
    this.dependencyUp.set({ part }, isUp ? 1 : 0);
  }

  republished(facts: number): void {
    this.republishedFacts.set(facts);
  }
}
