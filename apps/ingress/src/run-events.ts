import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { OutboundMessage, RecordedOf } from '@arbiter/contracts';
import { BROKER, type Broker } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import { InOrder } from './in-order';
import { markOn, outboundOf, sendOut } from './outbound';
import { isReportedByFollower } from './reported-by-follower';

/** Most messages have their run, and its mark, within this time. */
const UNMARKED_MILLISECONDS = 1_000;

/**
 * The messages of a run go out to the channel its message came from. Sending one twice is harmless: the broker and the
 * adapter recognise it. The messages of a run go out one after the other, in the order in which their events came: its
 * reply may come at the same moment as its sign of work.
 */
@Controller()
export class RunEvents {
  private readonly byRun = new InOrder();

  constructor(
    @Inject(BROKER) private readonly broker: Broker,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  /** A model that takes its time to read a message: it is marked meanwhile, and its run marks it once more (CH-10). */
  @EventPattern('intent.requested')
  async asked({ tenant, stream, version, data }: RecordedOf<'intent.requested'>): Promise<void> {
    const { requestId: runId, sessionId, channel, messageId, locale } = data;
    await delay(UNMARKED_MILLISECONDS);
    const since = (await this.store.read([{ stream, after: version }])).get(stream) ?? [];
    if (since.some(({ name, data: fact }) => name === 'run.requested' && fact.requestId === runId)) return;
    await this.send(
      tenant,
      channel,
      `${runId}.asked`,
      outboundOf(
        { runId, sessionId, messageId, locale, anchor: null },
        { kind: 'working', marks: markOn(messageId, 'working') },
      ),
    );
  }

  /** The message that a run works on is marked, and the mark of the earlier done message disappears (CH-10, CH-11). */
  @EventPattern('run.requested')
  async requested({ tenant, data }: RecordedOf<'run.requested'>): Promise<void> {
    const {
      requestId: runId,
      sessionId,
      channel,
      messageId,
      delivery: { locale, clears },
    } = data;
    const marks = [...markOn(clears, 'none'), ...markOn(messageId, 'working')];
    if (marks.length === 0) return;
    await this.send(
      tenant,
      channel,
      `${runId}.working`,
      outboundOf({ runId, sessionId, messageId, locale, anchor: null }, { kind: 'working', marks }),
    );
  }

  /** A run's announcement goes out before its actions (CH-15). */
  @EventPattern('run.announced')
  async announced({ tenant, data }: RecordedOf<'run.announced'>): Promise<void> {
    await this.send(tenant, data.channel, `${data.runId}.pre`, outboundOf(data, { kind: 'pre', text: data.text }));
  }

  /** A run's proposal, which waits for an answer: the person's next message, or a button (AP-01). */
  @EventPattern('run.suspended')
  async suspended({ tenant, data }: RecordedOf<'run.suspended'>): Promise<void> {
    const {
      actionId,
      answerTo,
      proposal,
      question: { prompt, choices = [] },
    } = data;
    const text = prompt === proposal ? proposal : `${proposal}\n${prompt}`;
    const message = outboundOf(data, { kind: 'proposal', status: 'workflow_proposed', text, choices, answerTo });
    await this.send(tenant, data.channel, `${actionId}.proposal`, message);
  }

  @EventPattern('run.completed')
  async completed(event: RecordedOf<'run.completed'>): Promise<void> {
    return this.byRun.run(event.data.runId, () => this.sendReply(event));
  }

  private async sendReply(event: RecordedOf<'run.completed'>): Promise<void> {
    const { tenant, data } = event;
    const {
      runId,
      channel,
      messageId,
      status,
      code,
      header,
      headerText = '',
      reply,
      question,
      sources = [],
      isDone,
    } = data;
    const words = (await isReportedByFollower(this.store, event))
      ? {}
      : {
          header,
          headerText,
          text: reply,
          choices: question?.choices ?? [],
          ...(sources.length === 0 ? {} : { sources }),
        };
    const marks = markOn(messageId, isDone ? 'done' : 'none');
    await sendOut(
      this.broker,
      tenant,
      channel,
      runId,
      outboundOf(data, { kind: 'reply', status, code, marks, ...words }),
    );
  }

  private send(tenant: string, channel: string, id: string, message: OutboundMessage): Promise<void> {
    return this.byRun.run(message.requestId, () => sendOut(this.broker, tenant, channel, id, message));
  }
}
