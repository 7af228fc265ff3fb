import type { EventName, RecordedOf } from '@arbiter/contracts';
import { DecisionRequests } from './decision-requests';
import type { Draft } from './draft';
import { isCommitted } from './committed-causes';
import type { Input, Item } from './item';
import type { ShellParts, Trace } from './parts';

/** An item that is decided upon. */
export type DecidedItem = Exclude<Item, { kind: 'lines' }>;

/** Asks the decider about one input after the other, and sets aside those it cannot handle. */
export class InputDecider<State> {
  private readonly requests: DecisionRequests<State>;

  constructor(private readonly parts: ShellParts<State>) {
    this.requests = new DecisionRequests(parts);
  }

  /** `at`: the time at which a timer was claimed, when the input is one. Throws the errors of the decider. */
  async decide(
    draft: Draft<State>,
    item: DecidedItem,
    input: Input,
    cause: RecordedOf<EventName> | null,
    at?: string,
  ): Promise<void> {
    const request = await this.requests.of(draft, input, cause, at);
    const lookups = this.parts.definition.decider.lookups?.(draft.entry.state, input, draft.contextOf(request)) ?? [];
    // When this event is not in the log, the facts before it may be missing there too.
    if (lookups.length > 0 && !(await isCommitted(item))) return;
    for (const found of lookups.length > 0 ? await this.lookUp(lookups) : [])
      draft.decide(await this.requests.of(draft, found, found));
    const trace = this.trace(input, cause, draft);
    try {
      draft.decide({ ...request, traceParent: trace.traceParent });
      trace.end();
    } catch (error) {
      trace.end(error);
      throw error;
    }
  }

  /** The item becomes a dead letter, and the stream records that it was skipped. */
  async setAside(draft: Draft<State>, item: DecidedItem, cause: string): Promise<void> {
    await this.parts.deadLetter(item, cause);
    const input = item.kind === 'command' ? item.command : item.event;
    try {
      draft.skip(await this.requests.of(draft, input, item.kind === 'command' ? item.cause : item.event), cause);
    } catch (error) {
      this.parts.onTrouble(error);
    }
  }

  /** The facts of other streams that this decider reacts to anyway, only sooner. */
  private async lookUp(streams: readonly string[]): Promise<readonly RecordedOf<EventName>[]> {
    return this.parts.store.readKinds(streams, this.parts.definition.looksUp ?? this.parts.handlers.names);
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
