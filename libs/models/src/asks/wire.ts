import { ArbiterError, AskMessage, FrameMessage, terminal, type Proposal, type WaitedBudget } from '@arbiter/contracts';
import type { Sealer } from '@arbiter/store';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { PURPOSE_NAMES, isPurpose, purposeOf, type AskAnswer } from '../purposes';
import type { Ask } from './ask';

export type AskFailure = Extract<Proposal, { kind: 'failure' }>;

const ASK = Compile(AskMessage);
const FRAME = Compile(FrameMessage);

/** Binds a sealed value to the one place where it may be opened. */
const place = (askId: string, part: string): string => `ask/${askId}/${part}`;
const ERASED = Symbol('erased');

const LONGEST_WAIT_MILLISECONDS = 600_000;

/**
 * When to stop working on an ask, in milliseconds since the epoch: its deadline, in ten minutes at the latest; NaN when
 * it has none.
 */
export const deadlineOf = ({ deadline }: Pick<Ask, 'deadline'>): number =>
  Math.min(Date.parse(deadline), Date.now() + LONGEST_WAIT_MILLISECONDS);

/** The customer's key must be loaded. */
export function encodeAsk({ input, ...clear }: Ask, sealer: Sealer): string {
  return JSON.stringify({
    ...clear,
    input: sealer.seal(clear, place(clear.askId, 'input'), input),
  } satisfies AskMessage);
}

/** Throws a terminal `ask_invalid` naming the first field that is wrong. */
export function decodeAsk(text: string): AskMessage {
  const value = parsed(text);
  if (!ASK.Check(value)) throw invalidAsk(ASK.Errors(value)[0]);
  if (!isPurpose(value.purpose))
    throw invalidAsk({ instancePath: '/purpose', message: `must be one of ${PURPOSE_NAMES.join(', ')}` });
  return value;
}

/** The whole ask, opened. The customer's key must be loaded; when it has been destroyed, a terminal `erased`. */
export function openAsk(message: AskMessage, sealer: Sealer): Ask {
  const input = sealer.open(message, place(message.askId, 'input'), message.input, ERASED);
  if (input === ERASED)
    throw terminal('erased', "the customer's key is gone, so nothing of theirs can be read; do not ask again");
  const shape = purposeOf(message.purpose as Ask['purpose']).input;
  if (!Value.Check(shape, input))
    throw invalidAsk({ instancePath: '/input', message: `must be what "${message.purpose}" takes` });
  return { ...message, input } as Ask;
}

const invalidAsk = (problem: { readonly instancePath: string; readonly message: string } | undefined): Error =>
  terminal(
    'ask_invalid',
    `an ask must be what the contract says: ${problem?.instancePath || '/'} ${problem?.message ?? ''}`,
    problem?.instancePath,
  );

export const encodeDelta = (ask: AskMessage, frame: number, delta: string, sealer: Sealer, attempt = 1): string =>
  JSON.stringify({
    askId: ask.askId,
    frame,
    delta: sealer.seal(ask, place(ask.askId, `${frame}`), delta),
    ...(attempt > 1 ? { attempt } : {}),
  } satisfies FrameMessage);

export const encodeAnswer = (ask: AskMessage, frame: number, last: AskAnswer, sealer: Sealer): string =>
  JSON.stringify({
    askId: ask.askId,
    frame,
    last: sealer.seal(ask, place(ask.askId, `${frame}`), last),
  } satisfies FrameMessage);

export const encodeFailure = (askId: string, frame: number, { code, message, budget }: AskFailure): string =>
  JSON.stringify({ askId, frame, failure: { code, message, ...(budget && { budget }) } } satisfies FrameMessage);

/** Null when the text is no frame. */
export function decodeFrame(text: string): FrameMessage | null {
  const value = parsed(text);
  return FRAME.Check(value) ? value : null;
}

export function openDelta(ask: Ask, frame: number, delta: string, sealer: Sealer): string | null {
  const text = sealer.open(ask, place(ask.askId, `${frame}`), delta, null);
  return typeof text === 'string' ? text : null;
}

export function openAnswer(ask: Ask, frame: number, last: string, sealer: Sealer): Proposal {
  const answer = sealer.open(ask, place(ask.askId, `${frame}`), last, null);
  return answer === null
    ? askFailure('erased', "the customer's key is gone, so the answer cannot be read")
    : (answer as AskAnswer);
}

export const askFailure = (code: string, message: string, budget?: WaitedBudget): AskFailure => ({
  kind: 'failure',
  code,
  message,
  ...(budget && { budget }),
});

/**
 * An error as the failure that the asker gets; of an unexpected one only its name, for its message may quote a person.
 */
export function askFailureOf(error: unknown): AskFailure {
  if (error instanceof ArbiterError) return askFailure(error.code, error.message, error.details.budget);
  return askFailure(
    'unexpected',
    `something unforeseen went wrong: ${error instanceof Error ? error.name : typeof error}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
