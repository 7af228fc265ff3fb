import type { Command, DueCommand, Incoming, Recorded } from '@arbiter/contracts';
import type { EffectOutcome } from './calls/effect-outcome';
import type { ProbeFinding } from './calls/probe-finding';

/** What came of one read; no stream takes it by itself. */
export interface ReadFinished extends Command {
  readonly name: 'read.finished';
  readonly outcome: EffectOutcome;
  /** how many calls it took */
  readonly attempt: number;
}

/** The reads of a segment were carried out as far as they go, before anything stood in the stream. */
export interface SegmentRead extends Command {
  readonly name: 'segment.read';
  readonly segment: Recorded<'segment.requested'>;
  /** in the order in which they ended */
  readonly reads: readonly (Pick<ReadFinished, 'outcome' | 'attempt'> & { readonly stepId: string })[];
  /** its run wants the action that they lead to no more */
  readonly isWithdrawn: boolean;
}

/** The result of reading again a value that an approved action relies on. */
export interface FreshLook {
  readonly stepId: string;
  readonly outcome: EffectOutcome;
}

/** An approval, and the values that were read again before it counts. */
export interface ApprovalReviewed extends Command {
  readonly name: 'approval.reviewed';
  readonly approval: Recorded<'approval.given'>;
  readonly looks: readonly FreshLook[];
}

/** A queued attempt has its place at the vendor, for as long as it takes. */
export interface PlaceGranted extends Command {
  readonly name: 'place.granted';
  readonly attempt: number;
}

/** A dispatched attempt came to its end. `draw`, from 0 to 1, spreads the retries. */
export interface EffectFinished extends Command {
  readonly name: 'effect.finished';
  readonly attempt: number;
  readonly outcome: EffectOutcome;
  readonly draw: number;
}

/** The vendor was asked and settles the attempt: the effect is there, or it did not say and nothing was sent. */
export interface ProbeFinished extends Command {
  readonly name: 'probe.finished';
  readonly attempt: number;
  readonly finding: Exclude<ProbeFinding, { kind: 'absent' }>;
  readonly draw: number;
}

/** The vendor was asked what became of an action whose outcome is unknown. */
export interface LookFinished extends Command {
  readonly name: 'look.finished';
  readonly look: number;
  readonly finding: ProbeFinding;
}

/** Whether the effect is there: the vendor said so, when it was sent or when it was asked. */
export function hasTakenPlace(ended: EffectFinished | ProbeFinished | LookFinished): boolean {
  return ended.name === 'effect.finished' ? ended.outcome.kind === 'succeeded' : ended.finding.kind === 'found';
}

/** The same was done for the same person by another action, which succeeded. */
export interface DoneElsewhere extends Command {
  readonly name: 'done.elsewhere';
}

export type ActionCommand =
  | SegmentRead
  | ApprovalReviewed
  | PlaceGranted
  | EffectFinished
  | ProbeFinished
  | LookFinished
  | DoneElsewhere;
/** The events of the run, the session or an operator that an action, or a segment of them, is decided upon. */
export type ActionEvent = Incoming<
  | 'action.requested'
  | 'approval.given'
  | 'action.cancel_requested'
  | 'action.settlement_received'
  | 'segment.requested'
  | 'segment.cancel_requested'
>;
export type ActionInput = ActionEvent | ActionCommand | DueCommand;
