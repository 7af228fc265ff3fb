import {
  acceptedRun,
  FLOW,
  foldUiEvent,
  isEnded,
  isRunning,
  parseStream,
  type ArtifactBundle,
  type EventData,
  type Incoming,
  type RunView,
  type StepsOfRun,
  type UiEvent,
  type UiLine,
} from '@arbiter/contracts';
import { SegmentWalk, stepsOfSegment } from '@arbiter/domain';
import type { Vendor } from '../deeds';
import type { Message } from '../entry';
import type { Partner, Talk } from '../play';
import { Effects } from './effects';
import type { Proposer } from './propose';
import { provenanceIn } from './provenance';
import { SERVICES, serviceOf } from './services';
import {
  ARTIFACTS_HASH,
  Stream,
  type AnyInput,
  type AnyRecorded,
  type DecisionSetting,
  type WrittenFact,
} from './stream';

const START = '2026-11-22T10:00:00.000Z';
const BETWEEN_MESSAGES_MILLISECONDS = 5_000;
/** More inputs than this, or timers, no message needs. */
const MOST_INPUTS = 5_000;
const MOST_TIMERS = 50;
const SESSION = 'chat';

/**
 * Every decider of the flow with the tenant's artifacts, driving one another in one process: no broker, no database, no
 * model, and a clock that moves only when a person speaks or a timer is waited for. An input reaches its stream after
 * those before it.
 */
export class InProcessSystem implements Partner {
  constructor(
    private readonly artifacts: ArtifactBundle,
    private readonly vendor: Vendor,
    private readonly proposer: Proposer,
  ) {}

  open({ customer, language }: Parameters<Partner['open']>[0]): Talk {
    return new InProcessTalk(
      { customerId: customer, locale: language },
      this.artifacts,
      new Effects(this.artifacts, this.vendor, this.proposer),
    );
  }
}

interface Input {
  readonly stream: string;
  readonly input: AnyInput;
  readonly cause: AnyRecorded | null;
}

class InProcessTalk implements Talk {
  private readonly streams = new Map<string, Stream>();
  private readonly timers = new Map<string, { readonly stream: string; readonly key: string; readonly at: string }>();
  private readonly views = new Map<string, RunView>();
  private readonly waiting: Input[] = [];
  private now = START;
  private turns = 0;

  constructor(
    private readonly person: { readonly customerId: string; readonly locale: string },
    private readonly artifacts: ArtifactBundle,
    private readonly effects: Effects,
  ) {}

  async say({ say, presses }: Pick<Message, 'say' | 'presses'>): Promise<readonly RunView[]> {
    this.now = new Date(Date.parse(this.now) + BETWEEN_MESSAGES_MILLISECONDS).toISOString();
    const before = new Map(this.views);
    this.turns += 1;
    const requestId = `turn-${this.turns}`;
    this.publish(this.received(requestId, say, presses));
    await this.settle(requestId);
    const own = this.views.get(requestId);
    const others = [...this.views.values()].filter(
      (view) => view !== own && view !== before.get(view.requestId) && !isReportedBy(own, view),
    );
    return own ? [own, ...others] : others;
  }

  private received(requestId: string, text: string, presses: boolean | null): AnyRecorded {
    const { customerId, locale } = this.person;
    const asked = [...this.views.values()].reverse().find(({ status }) => status === 'waiting_for_approval')?.proposal;
    const pressed =
      presses !== null && asked ? { text: asked.choices[presses ? 0 : 1] ?? text, answerTo: asked.answerTo } : { text };
    const data: EventData<'turn.received'> = {
      requestId,
      sessionId: SESSION,
      customerId,
      channel: 'web',
      messageId: `m-${requestId}`,
      locale,
      channelMetadata: {},
      payloadHash: requestId,
      receivedAt: this.now,
      ...pressed,
    };
    return {
      id: requestId,
      name: 'turn.received',
      app: 'ingress',
      stream: `turn-${this.artifacts.tenant}-${customerId}`,
      version: this.turns,
      time: this.now,
      tenant: this.artifacts.tenant,
      customerId,
      correlationId: requestId,
      causationId: null,
      source: null,
      traceParent: null,
      data,
    } satisfies Incoming<'turn.received'>;
  }

  /** Until the turn's run has ended or waits for the person, and no other one is under way. */
  private async settle(requestId: string): Promise<void> {
    for (let timers = 0; timers <= MOST_TIMERS; timers += 1) {
      await this.drain();
      const own = this.views.get(requestId);
      const isAtRest = own !== undefined && [...this.views.values()].every((view) => isEnded(view) || !isRunning(view));
      if (isAtRest || !this.fireNext()) return;
    }
    throw new Error(`a message needs more than ${MOST_TIMERS} timers`);
  }

  private async drain(): Promise<void> {
    for (let inputs = 0; this.waiting.length > 0; inputs += 1) {
      if (inputs === MOST_INPUTS) throw new Error(`a message needs more than ${MOST_INPUTS} inputs`);
      await this.take(this.waiting.shift() as Input);
    }
  }

  private fireNext(): boolean {
    const [next] = [...this.timers.entries()].sort(([, one], [, other]) => one.at.localeCompare(other.at));
    if (!next) return false;
    const [name, { stream, key, at }] = next;
    this.timers.delete(name);
    if (at > this.now) this.now = at;
    this.waiting.push({ stream, input: { name: 'due', key }, cause: null });
    return true;
  }

  private async take({ stream: id, input, cause }: Input): Promise<void> {
    const stream = this.streamOf(id);
    for (const found of stream.lookups(input, this.setting)) {
      const known = this.streams.get(found)?.facts ?? [];
      for (const fact of known.filter(({ name }) => isConsumed(name, stream)))
        await this.record(stream, stream.decide(fact, fact, this.setting));
    }
    const performed = await this.performed(stream, input);
    await this.record(stream, stream.decide(performed, cause, this.settingUpon(stream.stepsDecidedUpon(performed))));
  }

  private settingUpon(steps: StepsOfRun | null): DecisionSetting {
    return steps ? { ...this.setting, provenance: provenanceIn(this.streams, this.artifacts, steps) } : this.setting;
  }

  /** The reads of a segment are carried out before it is decided, one after the other. */
  private async performed(stream: Stream, input: AnyInput): Promise<AnyInput> {
    if (input.name !== 'segment.requested') return input;
    const segment = input as Incoming<'segment.requested'>;
    const setting = this.settingUpon(stepsOfSegment(segment));
    const context = { ...setting, stream: stream.id, artifactsHash: ARTIFACTS_HASH };
    return this.effects.walk(segment, new SegmentWalk(segment, context), this.now);
  }

  private async record(stream: Stream, written: readonly WrittenFact[]): Promise<void> {
    for (const { fact, due, lines } of written) {
      for (const { key, at } of due) {
        if (at === null) this.timers.delete(`${stream.id} ${key}`);
        else this.timers.set(`${stream.id} ${key}`, { stream: stream.id, key, at });
      }
      for (const line of lines) this.show(stream.id, line);
      this.publish(fact);
      const command = await this.effects.after(fact);
      if (command) this.waiting.push({ stream: stream.id, input: command, cause: fact });
    }
  }

  private publish(fact: AnyRecorded): void {
    for (const { app, streams } of SERVICES) {
      if (!FLOW[fact.name].consumers.some((consumer) => consumer.app === app)) continue;
      for (const stream of streams(fact)) this.waiting.push({ stream, input: fact, cause: fact });
    }
  }

  private show(stream: string, line: UiLine): void {
    const { key: requestId, tenant } = parseStream(stream);
    const view = this.views.get(requestId) ?? acceptedRun(requestId, SESSION);
    const event: UiEvent = {
      ...line,
      request_id: requestId,
      requestId,
      projectId: tenant,
      sessionId: SESSION,
      seq: view.lastEventId + 1,
      ts: this.now,
    };
    this.views.set(requestId, foldUiEvent(view, event));
  }

  private streamOf(id: string): Stream {
    const known = this.streams.get(id);
    if (known) return known;
    const { app, decider } = serviceOf(parseStream(id).category);
    const stream = new Stream(id, app, decider);
    this.streams.set(id, stream);
    return stream;
  }

  private get setting(): DecisionSetting {
    return {
      tenant: this.artifacts.tenant,
      customerId: this.person.customerId,
      now: this.now,
      artifacts: this.artifacts,
    };
  }
}

const isConsumed = (name: AnyRecorded['name'], { app }: Stream): boolean =>
  FLOW[name].consumers.some((consumer) => consumer.app === app);

/** The end of a run that another one reports is read once. */
const isReportedBy = (own: RunView | undefined, { requestId }: RunView): boolean => own?.reports === requestId;
