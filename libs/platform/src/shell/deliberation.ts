import { setTimeout as delay } from 'node:timers/promises';
import type { ArbiterError, ArtifactBundle, EventName, RecordedOf } from '@arbiter/contracts';
import { Draft, type Occasion } from './draft';
import type { Entry } from './entry';
import { asArbiterError, classifyAppend } from './failure';
import type { Input, Item } from './item';
import type { ShellParts, Trace } from './parts';
import type { EventReaction } from './subscription';

const HYDRATE_ATTEMPTS = 20;

/** Turns the items of a batch into drafts: brings up each stream, feeds it what it must know first, and decides. */
export class Deliberation<State> {
  constructor(private readonly parts: ShellParts<State>) {}

  /** One draft a stream; a stream that cannot be brought up fails its own items. `again`: a conflict proved the cached entries old. */
  async draft(batch: ReadonlyMap<string, readonly Item[]>, again: boolean): Promise<Draft<State>[]> {
    const drafts = await Promise.all(
      [...batch].map(([stream, items]) =>
        this.draftStream(stream, items, again).catch((error: unknown) => {
          this.forget(stream);
          for (const item of items) item.failed(asArbiterError(error));
          return null;
        }),
      ),
    );
    return drafts.filter((draft) => draft !== null);
  }

  /** Which of the drafts that ignored something did so upon a state that another replica has moved on from. */
  async outdated(quiet: readonly Draft<State>[]): Promise<readonly Draft<State>[]> {
    const deciding = quiet.filter((draft) => draft.items.some((item) => item.kind !== 'lines'));
    if (deciding.length === 0) return [];
    const heads = await this.patiently(() => this.parts.store.heads(deciding.map((draft) => draft.stream)));
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

  private async draftStream(stream: string, items: readonly Item[], again: boolean): Promise<Draft<State>> {
    const entry = await this.entryOf(stream, items, again);
    const draft = new Draft(stream, entry, this.parts.definition, this.parts.sealer);
    for (const item of items) {
      if (item.kind === 'lines') this.show(draft, item);
      else {
        draft.items.push(item);
        await this.decideItem(draft, item);
      }
    }
    return draft;
  }

  private show(draft: Draft<State>, item: Extract<Item, { kind: 'lines' }>): void {
    try {
      draft.show(item.lines, item.cause, new Date().toISOString());
      draft.items.push(item);
    } catch (error) {
      item.failed(asArbiterError(error));
    }
  }

  private async entryOf(stream: string, items: readonly Item[], again: boolean): Promise<Entry<State>> {
    if (!again) {
      const cached = this.parts.memory.cached(stream);
      if (cached) return cached;
      if (items[0] && opens(items[0])) return this.parts.memory.empty();
    }
    return this.patiently(() => this.parts.memory.fresh(stream));
  }

  private async decideItem(draft: Draft<State>, item: Exclude<Item, { kind: 'lines' }>): Promise<void> {
    try {
      if (item.kind === 'command') return await this.decide(draft, item.command, item.cause);
      if (!item.reaction.ordered) return await this.decide(draft, item.event, item.event);
      for (const event of await this.feed(draft, item.event)) await this.decide(draft, event, event);
    } catch (error) {
      // What the database did not give in time says nothing of the input: it comes again.
      if (classifyAppend(error) === 'retry') throw error;
      await this.setAside(draft, item, asArbiterError(error).message);
    }
  }

  /** What an ordered feed holds between the last fact taken and this one; nothing when this one was taken already. */
  private async feed(draft: Draft<State>, event: RecordedOf<EventName>): Promise<readonly RecordedOf<EventName>[]> {
    const taken = draft.entry.cursors.get(event.stream) ?? 0;
    if (event.version <= taken) return [];
    if (event.version === taken + 1) return [event];
    const events = await this.patiently(() => this.parts.store.read([{ stream: event.stream, after: taken }]));
    return events.get(event.stream)!.filter((found) => found.version <= event.version && this.isFed(draft.stream, found));
  }

  /** Whether a fact of a feed is meant for this stream: a feed may hold facts of others, and for others. */
  private isFed(stream: string, event: RecordedOf<EventName>): boolean {
    const reaction = this.parts.definition.reactions.find((candidate) => candidate.event === event.name) as unknown as EventReaction | undefined;
    return reaction?.ordered === true && reaction.streams(event).includes(stream);
  }

  private async decide(draft: Draft<State>, input: Input, cause: RecordedOf<EventName> | null): Promise<void> {
    const occasion = await this.occasion(draft, input, cause);
    const lookups = this.parts.definition.decider.lookups?.(draft.entry.state, input, draft.contextOf(occasion)) ?? [];
    for (const found of lookups.length > 0 ? await this.lookUp(lookups) : []) draft.decide(await this.occasion(draft, found, found));
    const trace = this.trace(input, cause, draft);
    try {
      draft.decide({ ...occasion, traceParent: trace.traceParent });
      trace.end();
    } catch (error) {
      trace.end(error);
      throw error;
    }
  }

  private async occasion(draft: Draft<State>, input: Input, cause: RecordedOf<EventName> | null): Promise<Occasion> {
    const hash = this.parts.definition.artifactsOf(draft.entry.state, input) ?? (await this.patiently(() => this.parts.artifacts.active(draft.tenant)));
    const artifacts: ArtifactBundle = this.parts.artifacts.cached(hash) ?? (await this.patiently(() => this.parts.artifacts.load(hash)));
    if (!cause) await this.parts.sealer.load([{ tenant: draft.tenant, customerId: draft.entry.customerId }]);
    return {
      input, cause, now: new Date().toISOString(), artifacts, artifactsHash: hash, ...(await this.provenance(draft, input)),
      traceParent: cause?.traceParent ?? draft.entry.traceParent,
    };
  }

  private async provenance(draft: Draft<State>, input: Input): Promise<Pick<Occasion, 'provenance'>> {
    const { decider, provenanceOf } = this.parts.definition;
    const step = decider.provenance?.(draft.entry.state, input) ?? null;
    return step && provenanceOf ? { provenance: await this.patiently(() => provenanceOf(draft.tenant, step)) } : {};
  }

  /** The facts of other streams that this app reacts to anyway, only sooner. */
  private async lookUp(streams: readonly string[]): Promise<readonly RecordedOf<EventName>[]> {
    const events = await this.patiently(() => this.parts.store.read(streams.map((stream) => ({ stream, after: 0 }))));
    const known = new Set(this.parts.definition.reactions.map((reaction) => reaction.event));
    return [...events.values()].flat().filter((event) => known.has(event.name));
  }

  private async setAside(draft: Draft<State>, item: Exclude<Item, { kind: 'lines' }>, cause: string): Promise<void> {
    await this.parts.bury(item, cause);
    const input = item.kind === 'command' ? item.command : item.event;
    try {
      draft.skip(await this.occasion(draft, input, item.kind === 'command' ? item.cause : item.event), cause);
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

  /** What the database or the broker cannot give now is waited for, within bounds; nothing else can go on without it. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= HYDRATE_ATTEMPTS || classifyAppend(error) !== 'retry') throw error;
        this.parts.onTrouble(error);
        await delay(Math.min(3_000, 20 * 2 ** attempt));
      }
    }
  }
}

/** Whether an item usually begins its stream; the guess is corrected by a conflict. */
function opens(item: Item): boolean {
  if (item.kind === 'command') return item.opens === true;
  return item.kind === 'event' && (item.reaction as unknown as EventReaction).opens?.(item.event) === true;
}
