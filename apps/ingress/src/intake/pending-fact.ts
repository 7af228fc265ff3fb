import type { ArbiterError } from '@arbiter/contracts';
import type { Trace } from '@arbiter/runtime';
import type { ReceivedFact } from './received-fact';

export interface Receipt {
  /** duplicate: it had come in before, and nothing was recorded now */
  readonly status: 'received' | 'duplicate';
  readonly requestId: string;
}

/** A received fact on its way into the log, with the callbacks of its sender. */
export interface PendingFact {
  readonly fact: ReceivedFact;
  readonly receivedAt: string;
  readonly trace: Trace;
  /** how often its stream turned out to be further than was guessed, or to have the fact already */
  refusals: number;
  settle(receipt: Receipt): void;
  fail(error: ArbiterError): void;
}
