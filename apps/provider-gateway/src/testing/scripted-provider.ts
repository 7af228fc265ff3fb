import type { ModelsDefinition } from '@arbiter/contracts';
import {
  UNKNOWN_USAGE,
  type ModelPart,
  type ModelProvider,
  type Prompt,
  type Understanding,
  type Usage,
} from '@arbiter/models';
import type { Database } from '@arbiter/store';
import { Budgets } from '../budgets';
import { Questions } from '../questions';

export const SOMETHING: Understanding = { intentId: 'order_status', confidence: 0.9, slots: {} };

/** A provider that does as it is told, for what no real one does on demand: fail, hang, stop in the middle. */
export class ScriptedProvider implements ModelProvider {
  readonly signals: AbortSignal[] = [];
  closed = false;

  constructor(
    readonly name: string,
    private readonly script: {
      readonly understand?: (signal: AbortSignal) => Promise<Understanding>;
      readonly say?: (signal: AbortSignal) => AsyncIterable<string>;
    },
    private readonly usages: readonly Usage[] = [],
  ) {}

  async *generate({ schema }: Prompt, _model: string, signal: AbortSignal): AsyncGenerator<ModelPart> {
    this.signals.push(signal);
    if (schema !== null) yield { type: 'object', object: (await this.script.understand?.(signal)) ?? SOMETHING };
    else for await (const text of this.script.say?.(signal) ?? words('All is well.')) yield { type: 'text', text };
    yield { type: 'end', finish: 'stop', usage: this.usages[this.signals.length - 1] ?? UNKNOWN_USAGE };
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

export async function* words(...said: readonly (string | Error)[]): AsyncGenerator<string> {
  for (const word of said) {
    if (word instanceof Error) throw word;
    yield word;
  }
}

/** Heeds nothing, not even its signal. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Two providers a tier, as PV-07 asks. */
export const MODELS: ModelsDefinition = {
  tiers: {
    A: [{ provider: 'local', model: 'embedded-en-0.2' }],
    B: [
      { provider: 'local', model: 'embedded-en-0.2' },
      { provider: 'local_lexical', model: 'lexical-en-0.1' },
    ],
    C: [
      { provider: 'local', model: 'template-prose' },
      { provider: 'local_lexical', model: 'template-prose' },
    ],
  },
  purposes: { intent: 'B', narrative: 'C', clarification: 'C' },
  timeoutMilliseconds: 5_000,
  minimumConfidence: 0.5,
};

const NO_DATABASE = { pool: null as unknown as Database['pool'] };

/** Of a tenant that sets no budget, for what needs no question: nothing is asked. */
export const OPEN_GATES = { questions: new Questions(NO_DATABASE), budgets: new Budgets(NO_DATABASE) };
