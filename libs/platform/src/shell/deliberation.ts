import {
  parseStream,
  retryable,
  type ArbiterError,
  type ArtifactBundle,
  type EventName,
  type RecordedOf,
  type WireEvent,
} from '@arbiter/contracts';
import { asArbiterError, isPassing } from '../dependencies';
import { eventType } from '../event-store';
import { Draft, type DecisionRequest } from './draft';
import type { Entry } from './entry';
import { stands } from './grounds';
import type { Input, Item } from './item';
import type { ShellParts, Trace } from './parts';

/** facts of a feed that are read at once */
const FEED_PAGE = 1_000;

/** What came of bringing up and deciding the streams of a batch. */
export interface Drafted<State> {
  readonly drafts: readonly Draft<State>[];
  /** streams that could not be brought up or decided, with the items that still wait for an outcome */
  readonly failed: readonly { readonly stream: string; readonly items: readonly Item[]; readonly error: unknown }[];
}

type EventItem = Extract<Item, { kind: 'event' }>;

/** Turns the items of a batch into drafts: brings up each stream, feeds it what it must know first, and decides. */
export class Deliberation<State> {
  constructor(private readonly parts: ShellParts<State>) {}

  /** One draft a stream; one that fails delays no other. `again`: a conflict proved the cached entries old. */
  async draft(batch: ReadonlyMap<string, readonly Item[]>, again: boolean): Promise<Drafted<State>> {
    const drafts: Draft<State>[] = [];
    const failed: Drafted<State>['failed'][number][] = [];
    await Promise.all(
      [...batch].map(async ([stream, items]) => {
        const open = [...items];
        await this.draftStream(stream, open, again).then(
          (draft) => void drafts.push(draft),
          (error: unknown) => {
            this.forget(stream);
            failed.push({ stream, items: open, error });
          },
        );
      }),
    );
    return { drafts, failed };
  }

  /** Which of the drafts that ignored something did so upon a state that another replica has moved on from. */
  async outdated(quiet: readonly Draft<State>[]): Promise<readonly Draft<State>[]> {
    const deciding = quiet.filter((draft) => draft.items.some((item) => item.kind !== 'lines'));
    if (deciding.length === 0) return [];
    const heads = await this.parts.store.heads(deciding.map((draft) => draft.stream));
    return deciding.filter((draft) => heads.get(draft.stream)! > draft.entry.version);
  }

  keep(draft: Draft<State>): void {
    this.parts.memory.keep(draft.stream, draft.entry);
  }

  forget(stream: string): void {
    this.parts.memory.forget(stream);
  }

  /** The draft of a stream whose facts could not be written: each of its inputs set aside instead. */
  async substitute(draft: Draft<State>, error: ArbiterError): Promise<Draft<State>> {
    const entry = await this.parts.memory.fresh(draft.stream);
    const substitute = new Draft(draft.stream, entry, this.parts.definition, this.parts.sealer);
    for (const item of draft.items) {
      substitute.items.push(item);
      if (item.kind !== 'lines') await this.setAside(substitute, item, error.message);
    }
    return substitute;
  }

  /** Takes out of `items` what failed by itself. */
  private async draftStream(stream: string, items: Item[], again: boolean): Promise<Draft<State>> {
    const entry = await this.entryOf(stream, items, again);
    const draft = new Draft(stream, entry, this.parts.definition, this.parts.sealer);
    for (const item of items.slice()) {
      if (item.kind === 'lines') {
        if (!this.show(draft, item)) items.splice(items.indexOf(item), 1);
      } else {
        draft.items.push(item);
        const before = draft.events.length;
        await this.decideItem(draft, item);
        draft.cameOf.set(item, draft.events.slice(before));
      }
    }
    return draft;
  }

  private show(draft: Draft<State>, item: Extract<Item, { kind: 'lines' }>): boolean {
    try {
      draft.show(item.lines, item.cause, this.parts.clock.now());
      draft.items.push(item);
      return true;
    } catch (error) {
      item.failed(asArbiterError(error));
      return false;
    }
  }

  private async entryOf(stream: string, items: readonly Item[], again: boolean): Promise<Entry<State>> {
    if (!again) {
      const cached = this.parts.memory.cached(stream);
      if (cached) return cached;
      if (items[0] && opens(items[0])) return this.parts.memory.empty();
    }
    return this.parts.memory.fresh(stream);
  }

  private async decideItem(draft: Draft<State>, item: Exclude<Item, { kind: 'lines' }>): Promise<void> {
    try {
      if (item.refused !== undefined) return await this.setAside(draft, item, item.refused);
      if (item.kind === 'command') return await this.decide(draft, item, item.command, item.cause, item.at);
      if (!this.isFeed(item.event)) return await this.decide(draft, item, item.event, item.event);
      await this.takeFeed(draft, item);
    } catch (error) {
      // What the database did not give says nothing of the input: it comes again.
      if (isPassing(error)) throw error;
      // Of what is not in the log nothing is left: its draft is not committed.
      if (await stands(item)) await this.setAside(draft, item, asArbiterError(error).message);
    }
  }

  /**
   * Takes what an ordered feed holds between the last fact taken and this one; nothing when this one was taken already.
   */
  private async takeFeed(draft: Draft<State>, item: EventItem): Promise<void> {
    const { stream, version } = item.event;
    const taken = draft.entry.cursors.get(stream) ?? 0;
    if (version === taken + 1) return this.decide(draft, item, item.event, item.event);
    if (!(await stands(item))) return;
    for (let after = taken; after < version;) {
      const events = (await this.parts.store.read([{ stream, after }], FEED_PAGE)).get(stream)!;
      for (const found of events)
        if (found.version <= version && (await this.isFed(draft.stream, found)))
          await this.decideFed(draft, item, found);
      if (events.length === 0)
        throw retryable('feed_incomplete', `${stream} holds nothing after ${after}, and ${version} was announced`);
      after = events.at(-1)!.version;
    }
  }

  /** A fact of a feed that cannot be handled is set aside by itself: those after it are taken all the same. */
  private async decideFed(draft: Draft<State>, item: EventItem, found: RecordedOf<EventName>): Promise<void> {
    try {
      await this.decide(draft, item, found, found);
    } catch (error) {
      if (isPassing(error)) throw error;
      await this.setAside(
        draft,
        found.id === item.event.id ? item : { ...item, event: found, wire: () => referenceTo(found, item.wire()) },
        asArbiterError(error).message,
      );
    }
  }

  /**
   * The source stream is read as a feed: its facts are taken in one after the other, each once, whatever order they
   * arrive in.
   */
  private isFeed({ stream }: RecordedOf<EventName>): boolean {
    return this.parts.definition.feeds.has(parseStream(stream).category);
  }

  /** Whether a fact of a feed is meant for this stream: a feed may hold facts of others, and for others. */
  private async isFed(stream: string, event: RecordedOf<EventName>): Promise<boolean> {
    const wake = await this.parts.handlers.of(event.name)?.(event);
    return wake?.streams.includes(stream) === true;
  }

  /** `at`: the time a timer was claimed at, when the input is one. */
  private async decide(
    draft: Draft<State>,
    item: Item,
    input: Input,
    cause: RecordedOf<EventName> | null,
    at?: string,
  ): Promise<void> {
    const request = await this.requestFor(draft, input, cause, at);
    const lookups = this.parts.definition.decider.lookups?.(draft.entry.state, input, draft.contextOf(request)) ?? [];
    // The log may lack what led to a fact that is not in it either.
    if (lookups.length > 0 && !(await stands(item))) return;
    for (const found of lookups.length > 0 ? await this.lookUp(lookups) : [])
      draft.decide(await this.requestFor(draft, found, found));
    const trace = this.trace(input, cause, draft);
    try {
      draft.decide({ ...request, traceParent: trace.traceParent });
      trace.end();
    } catch (error) {
      trace.end(error);
      throw error;
    }
  }

  private async requestFor(
    draft: Draft<State>,
    input: Input,
    cause: RecordedOf<EventName> | null,
    at = '',
  ): Promise<DecisionRequest> {
    const hash =
      this.parts.definition.artifactsOf(draft.entry.state, input) ?? (await this.parts.artifacts.active(draft.tenant));
    const artifacts: ArtifactBundle = this.parts.artifacts.cached(hash) ?? (await this.parts.artifacts.load(hash));
    const customerId = draft.customerOf(cause);
    if (customerId !== cause?.customerId) await this.parts.sealer.load([{ tenant: draft.tenant, customerId }]);
    const now = this.parts.clock.now();
    return {
      input,
      cause,
      now: at > now ? at : now,
      artifacts,
      artifactsHash: hash,
      ...(await this.provenance(draft, input)),
      traceParent: cause?.traceParent ?? draft.entry.traceParent,
    };
  }

  private async provenance(draft: Draft<State>, input: Input): Promise<Pick<DecisionRequest, 'provenance'>> {
    const { decider, provenanceOf } = this.parts.definition;
    const steps = decider.provenance?.(draft.entry.state, input) ?? null;
    return steps && provenanceOf ? { provenance: await provenanceOf(draft.tenant, steps) } : {};
  }

  /** The facts of other streams that this app reacts to anyway, only sooner. */
  private async lookUp(streams: readonly string[]): Promise<readonly RecordedOf<EventName>[]> {
    return this.parts.store.readKinds(streams, this.parts.handlers.names);
  }

  private async setAside(draft: Draft<State>, item: Exclude<Item, { kind: 'lines' }>, cause: string): Promise<void> {
    await this.parts.deadLetter(item, cause);
    const input = item.kind === 'command' ? item.command : item.event;
    try {
      draft.skip(await this.requestFor(draft, input, item.kind === 'command' ? item.cause : item.event), cause);
    } catch (error) {
      this.parts.onTrouble(error);
    }
  }

  private trace(input: Input, cause: RecordedOf<EventName> | null, draft: Draft<State>): Trace {
    const { app } = this.parts.definition;
    return this.parts.trace(`${app} ${input.name}`, cause?.traceParent ?? draft.entry.traceParent, {
      'arbiter.stream': draft.stream,
      'arbiter.run': cause?.correlationId ?? '',
      'messaging.operation.type': 'process',
    });
  }
}

/** Whether an item usually begins its stream; the guess is corrected by a conflict. */
function opens(item: Item): boolean {
  return item.kind !== 'lines' && item.opens === true;
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
