import { parseStream, retryable, type EventName, type RecordedOf, type WireEvent } from '@arbiter/contracts';
import { asArbiterError, isPassing } from '@arbiter/resilience';
import { eventType } from '@arbiter/store';
import type { Draft } from './draft';
import { isCommitted } from './committed-causes';
import type { InputDecider } from './input-decider';
import type { Item } from './item';
import type { ShellParts } from './parts';

/** facts of a feed that are read at once */
const FEED_PAGE = 1_000;

type EventItem = Extract<Item, { kind: 'event' }>;

/**
 * Some source streams are read as feeds: their facts are taken in one after the other, each once, in whatever order
 * they arrive.
 */
export class FeedReader<State> {
  constructor(
    private readonly parts: ShellParts<State>,
    private readonly inputs: InputDecider<State>,
  ) {}

  isFeed({ stream }: RecordedOf<EventName>): boolean {
    return this.parts.definition.feeds.has(parseStream(stream).category);
  }

  /** Feeds the facts between the last one taken and this one; none when this one was taken already. */
  async take(draft: Draft<State>, item: EventItem): Promise<void> {
    const { stream, version } = item.event;
    const taken = draft.entry.cursors.get(stream) ?? 0;
    if (version === taken + 1) return this.inputs.decide(draft, item, item.event, item.event);
    if (!(await isCommitted(item))) return;
    for (let after = taken; after < version;) {
      const events = (await this.parts.store.read([{ stream, after }], FEED_PAGE)).get(stream)!;
      for (const found of events)
        if (found.version <= version && (await this.isFed(draft.stream, found))) await this.decide(draft, item, found);
      if (events.length === 0)
        throw retryable('feed_incomplete', `${stream} holds nothing after ${after}, and ${version} was announced`);
      after = events.at(-1)!.version;
    }
  }

  /** A fact of a feed that cannot be handled is set aside by itself: those after it are taken all the same. */
  private async decide(draft: Draft<State>, item: EventItem, found: RecordedOf<EventName>): Promise<void> {
    try {
      await this.inputs.decide(draft, item, found, found);
    } catch (error) {
      if (isPassing(error)) throw error;
      await this.inputs.setAside(
        draft,
        found.id === item.event.id ? item : { ...item, event: found, wire: () => referenceTo(found, item.wire()) },
        asArbiterError(error).message,
      );
    }
  }

  /** Whether a fact of a feed is meant for this stream: a feed may hold facts for other streams too. */
  private async isFed(stream: string, event: RecordedOf<EventName>): Promise<boolean> {
    const recipients = await this.parts.handlers.of(event.name)?.(event);
    return recipients?.streams.includes(stream) === true;
  }
}

/** A fact of the same feed as it would travel were it too large for a message: the log has the rest. */
function referenceTo({ id, name, stream, version }: RecordedOf<EventName>, wire: WireEvent): WireEvent {
  return {
    ...wire,
    data: undefined,
    id,
    type: eventType(name),
    subject: stream,
    streamversion: version,
    dataref: `${stream}@${version}`,
  };
}
