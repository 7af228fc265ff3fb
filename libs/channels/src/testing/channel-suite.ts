import type { InboundMessage, OutboundMessage } from '@arbiter/contracts';
import type { ChannelHost } from '../host';
import type { ChannelHarness, ProviderSide, ShownPost } from './harness';
import { MessageBus, eventually, reply } from './message-bus';

/** What the facts of the suite stand on: one bus, and for each fact a provider and an adapter of its own. */
export class ChannelSuite {
  /** undefined when it could not be opened */
  bus!: MessageBus;
  provider!: ProviderSide;
  private host: ChannelHost<never> | null = null;
  private chats = 0;

  constructor(readonly harness: ChannelHarness) {}

  get name(): string {
    return this.harness.channel.name;
  }

  async open(): Promise<void> {
    this.bus = await MessageBus.open([this.name]);
  }

  async begin(): Promise<void> {
    await this.bus.clear();
    this.provider = await this.harness.openProvider();
    await this.serve();
  }

  async end(): Promise<void> {
    await this.stop();
    await this.provider?.close();
  }

  async close(): Promise<void> {
    await this.bus?.close();
  }

  async serve(): Promise<void> {
    this.host = await this.provider.serve(this.bus.environmentOf(this.name));
  }

  async stop(): Promise<void> {
    await this.host?.close();
    this.host = null;
  }

  /** A chat of its own for each fact. */
  newChat(): number {
    this.chats += 1;
    return this.chats;
  }

  inbound(): Promise<readonly InboundMessage[]> {
    return this.bus.inbound(this.name);
  }

  /** The only message the adapter has published. */
  async onlyInbound(): Promise<InboundMessage> {
    const messages = await this.inbound();
    expect(messages).toHaveLength(1);
    return messages[0]!;
  }

  /** A person writes the first message of a chat. */
  async greet(chat: number, number = 1): Promise<InboundMessage> {
    expect(await this.provider.send({ kind: 'text', chat, person: 1, number, text: `hello ${number}` })).toBe(true);
    return (await this.inbound()).at(-1)!;
  }

  /** Sends a reply with a text out, and waits until it is acknowledged and shown. Returns all posts. */
  async answer(to: InboundMessage, changes: Partial<OutboundMessage>): Promise<readonly ShownPost[]> {
    const before = this.provider.posts().length;
    await this.send(to, changes);
    await this.settled();
    await eventually(() => expect(this.provider.posts().length).toBeGreaterThan(before));
    return this.provider.posts();
  }

  /** Everything was acknowledged, and exactly these texts are shown. */
  async showing(...texts: readonly string[]): Promise<void> {
    await this.settled();
    await eventually(() => expect(this.provider.posts().map(({ text }) => text)).toEqual(texts));
  }

  send(to: InboundMessage, changes: Partial<OutboundMessage>, id?: string): Promise<boolean> {
    return this.bus.send(this.name, reply({ sessionId: to.sessionId, inReplyTo: to.messageId, ...changes }), id);
  }

  /** Everything that was sent out is acknowledged. */
  async settled(): Promise<void> {
    await eventually(async () => expect(await this.bus.owed(this.name)).toBe(0));
  }
}
