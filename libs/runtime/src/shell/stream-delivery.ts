import { retryable, type ArbiterError, type EventName, type RecordedOf, type WireEvent } from '@arbiter/contracts';
import { asArbiterError } from '@arbiter/resilience';
import { NEWER_RELEASE, type EventStore } from '@arbiter/store';
import { broughtTo, type Arrival, type EventHandlers, type EventTaker } from '../bus';
import { notCommitted } from './committed-causes';
import { ItemDelivery, type ItemDeliveryParts } from './item-delivery';
import {
  answerOf,
  outcomeIn,
  decodeForwarded,
  encodeForwarded,
  splitByOwner,
  type PeerReplicas,
  type AddressedEvents,
} from './peer-replicas';
import { Ticket } from './ticket';
import type { Recipients } from './recipients';

export interface StreamDeliveryParts extends ItemDeliveryParts {
  readonly handlers: EventHandlers<Recipients>;
  readonly store: EventStore;
  /** the other replicas that decide streams of the service; without it there are none */
  readonly peers?: PeerReplicas;
  /** ShellDefinition.mayWait */
  readonly mayWait?: EventTaker['mayWait'];
  readonly onBrought?: (outcome: 'answered' | 'unanswered', events: number) => void;
}

/**
 * Brings events to the streams that they wake, whichever replica decides them.
 *
 * 1. Events of streams that another replica decides are handed over to it, and count as done when it says so. This
 *    replica decides those that get no answer, and those that were handed over to it, so no event goes round in
 *    circles.
 * 2. Events that are still being written to the log are not handed over to another replica.
 */
export class StreamDelivery implements EventTaker {
  readonly refusesByEvent = true;
  readonly beginsAhead = true;

  private readonly items: ItemDelivery;

  constructor(private readonly parts: StreamDeliveryParts) {
    this.items = new ItemDelivery(parts);
    parts.peers?.takeIn((body) => this.takeBrought(body));
  }

  mayWait(name: EventName, wire: Pick<WireEvent, 'data'>): boolean {
    return this.parts.mayWait?.(name, wire) === true;
  }

  take(arrival: Arrival, settled: (failure: ArbiterError | null) => void): void {
    const recipients = this.parts.handlers.of(arrival.name)!;
    Promise.all(arrival.events.map(recipients)).then(
      (recipientsOfEach) => this.share({ arrival, recipientsOfEach }, settled),
      (error: unknown) => settled(asArbiterError(error)),
    );
  }

  /** 1, 2. */
  private share(whole: AddressedEvents, settled: (failure: ArbiterError | null) => void): void {
    const { peers } = this.parts;
    if (!peers || peers.isWhole) return this.items.hand(whole, settled);
    if (whole.arrival.underWay) return settled(notCommitted());
    const { here, elsewhere } = splitByOwner(whole, (stream) => peers.ownerOf(stream));
    if (elsewhere.size === 0) return this.items.hand(whole, settled);
    const ticket = new Ticket(1 + elsewhere.size, settled);
    const through = (failure: ArbiterError | null): void => (failure ? ticket.failed(failure) : ticket.done());
    this.items.hand(here, through);
    for (const [owner, part] of elsewhere)
      peers.bring(owner, encodeForwarded(part)).then(
        (answer) => this.answered(part, answer, through),
        (error: unknown) => through(asArbiterError(error)),
      );
  }

  private answered(
    part: AddressedEvents,
    answer: string | null,
    settled: (failure: ArbiterError | null) => void,
  ): void {
    const outcome = outcomeIn(answer);
    this.parts.onBrought?.(outcome === undefined ? 'unanswered' : 'answered', part.recipientsOfEach.length);
    if (outcome !== undefined) return settled(outcome);
    this.items.hand({ ...part, arrival: { ...part.arrival, isRepeated: true } }, settled);
  }

  /** Takes in the events that another replica hands over. Always answers. */
  private async takeBrought(body: Uint8Array): Promise<string> {
    try {
      const { name, isRepeated, refused, events: members } = decodeForwarded(body);
      const recipients = this.parts.handlers.of(name);
      if (!recipients) throw retryable(NEWER_RELEASE, `${name} is handled by a newer release only`);
      const wires = members.map(({ wire }) => wire);
      const events = await this.parts.store.open(wires);
      const recipientsOfEach = await Promise.all(events.map(recipients));
      const arrival: Arrival = {
        name,
        events,
        wires: wires.map((wire) => () => wire),
        isRepeated,
        ...(refused === undefined ? {} : { refused }),
      };
      const own = recipientsOfEach.map((recipients, index) => ({
        ...recipients,
        streams: [...members[index]!.streams],
      }));
      return await new Promise((answer) =>
        this.items.hand({ arrival, recipientsOfEach: own }, (failure) => answer(answerOf(failure))),
      );
    } catch (error) {
      return answerOf(asArbiterError(error));
    }
  }

  /** Brings an event from the log before its streams, as if its message had come. Rejects when it must come again. */
  bring(event: RecordedOf<EventName>, wire: WireEvent): Promise<void> {
    if (!this.parts.handlers.of(event.name)) return Promise.resolve();
    return broughtTo(this, { name: event.name, events: [event], wires: [() => wire], isRepeated: true });
  }
}
