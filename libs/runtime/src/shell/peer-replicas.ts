import { ArbiterError, type ErrorKind, type EventName, type WireEvent } from '@arbiter/contracts';
import { NEWER_RELEASE } from '@arbiter/store';
import type { Arrival } from '../bus';
import type { Recipients } from './recipients';

/** The replicas of a service, each of which decides some of its streams. */
export interface PeerReplicas {
  /** everything is decided here */
  readonly isWhole: boolean;
  /** the replica that decides a stream; null: this one */
  ownerOf(stream: string): string | null;
  /** Hands something over; resolves with the answer, with null when there is none. */
  bring(owner: string, body: string): Promise<string | null>;
  /** Sets the function that takes in events which other replicas hand over. */
  takeIn(onBrought: (body: Uint8Array) => Promise<string>): void;
}

/** Events, each with those of the streams it wakes that one replica decides. */
export interface AddressedEvents {
  readonly arrival: Arrival;
  readonly recipientsOfEach: readonly Recipients[];
}

export interface SplitEvents {
  readonly here: AddressedEvents;
  readonly elsewhere: ReadonlyMap<string, AddressedEvents>;
}

/** Events as they are sent to the replica that decides them. */
export interface ForwardedEvents {
  readonly name: EventName;
  readonly isRepeated: boolean;
  readonly refused?: string;
  readonly events: readonly { readonly wire: WireEvent; readonly streams: readonly string[] }[];
}

/** The outcome of forwarded events: null when they went through. */
type Answer = {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  readonly delayMilliseconds?: number;
} | null;

/** Failures that concern the replica that was asked, and not the events that were brought. */
const OWN_FAILURES: ReadonlySet<string> = new Set(['stopping', NEWER_RELEASE]);

/**
 * Splits events by the replica that decides their streams. An event with work before its decision stays in one piece.
 */
export function splitByOwner(whole: AddressedEvents, ownerOf: PeerReplicas['ownerOf']): SplitEvents {
  const pieces = new Map<string | null, { index: number; recipients: Recipients }[]>([[null, []]]);
  whole.recipientsOfEach.forEach((recipients, index) => {
    for (const [owner, streams] of streamsByOwner(recipients, ownerOf)) {
      const piece = { index, recipients: { ...recipients, streams } };
      const others = pieces.get(owner);
      if (others) others.push(piece);
      else pieces.set(owner, [piece]);
    }
  });
  const byOwner = new Map([...pieces].map(([owner, piece]) => [owner, piecesAsOne(whole.arrival, piece)]));
  const here = byOwner.get(null)!;
  byOwner.delete(null);
  return { here, elsewhere: byOwner as ReadonlyMap<string, AddressedEvents> };
}

function streamsByOwner(
  recipients: Recipients,
  ownerOf: PeerReplicas['ownerOf'],
): ReadonlyMap<string | null, readonly string[]> {
  const [first] = recipients.streams;
  if (first === undefined) return new Map([[null, []]]);
  if (recipients.perform || recipients.refusal) return new Map([[ownerOf(first), recipients.streams]]);
  const streams = new Map<string | null, string[]>();
  for (const stream of recipients.streams) {
    const owner = ownerOf(stream);
    const others = streams.get(owner);
    if (others) others.push(stream);
    else streams.set(owner, [stream]);
  }
  return streams;
}

function piecesAsOne(
  arrival: Arrival,
  pieces: readonly { readonly index: number; readonly recipients: Recipients }[],
): AddressedEvents {
  return {
    arrival: {
      ...arrival,
      events: pieces.map(({ index }) => arrival.events[index]!),
      wires: pieces.map(({ index }) => arrival.wires[index]!),
    },
    recipientsOfEach: pieces.map(({ recipients }) => recipients),
  };
}

export function encodeForwarded({
  arrival: { name, wires, isRepeated, refused },
  recipientsOfEach,
}: AddressedEvents): string {
  const forwarded: ForwardedEvents = {
    name,
    isRepeated: isRepeated === true,
    ...(refused === undefined ? {} : { refused }),
    events: wires.map((wire, index) => ({ wire: wire(), streams: recipientsOfEach[index]!.streams })),
  };
  return JSON.stringify(forwarded);
}

export const decodeForwarded = (body: Uint8Array): ForwardedEvents =>
  JSON.parse(new TextDecoder().decode(body)) as ForwardedEvents;

export function answerOf(failure: ArbiterError | null): string {
  if (failure === null) return 'null';
  const { kind, code, message, details } = failure;
  return JSON.stringify({ kind, code, message, delayMilliseconds: details.delayMilliseconds } satisfies Answer);
}

/**
 * The outcome of forwarded events: null when they went through, undefined when the other replica could not even try.
 */
export function outcomeIn(answer: string | null): ArbiterError | null | undefined {
  if (answer === null) return undefined;
  const failure = JSON.parse(answer) as Answer;
  if (failure === null) return null;
  const { kind, code, message, delayMilliseconds } = failure;
  if (OWN_FAILURES.has(code)) return undefined;
  return new ArbiterError(kind, code, message, delayMilliseconds === undefined ? {} : { delayMilliseconds });
}
