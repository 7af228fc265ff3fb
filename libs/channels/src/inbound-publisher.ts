import { ArbiterError, retryable, subjects, type InboundCancel, type InboundMessage } from '@arbiter/contracts';
import type { Broker, Logger } from '@arbiter/runtime/adapter';
import { isDisregarded, type Channel } from './channel';
import type { ChannelConfiguration } from './configuration';
import { asCancel, asInbound, contentOf, idOfInbound } from './inbound';
import type { ChannelMetrics, InboundOutcome } from './metrics';
import { MessageMemory, type PostMemory } from './recent-messages';

const PUBLISH_MILLISECONDS = 5_000;
const MOST_PUBLISHES = 500;

interface Parts<Update, Post> {
  readonly channel: Channel<Update, Post>;
  readonly configuration: ChannelConfiguration;
  readonly broker: Broker;
  readonly metrics: ChannelMetrics;
  readonly logger: Logger;
  /** remembers posts, to find the message that a reply answers */
  readonly posts: PostMemory;
}

/** Publishes a provider's messages to the broker, each once; at most MOST_PUBLISHES at a time. */
export class InboundPublisher<Update, Post> {
  private readonly messages = new MessageMemory();
  private publishing = 0;

  constructor(private readonly parts: Parts<Update, Post>) {}

  /** The same as ChannelHost.accept. */
  async accept(update: Update): Promise<'published' | 'disregarded'> {
    if (this.publishing >= MOST_PUBLISHES)
      throw retryable('busy', `${MOST_PUBLISHES} messages are being published; send it again`);
    this.publishing += 1;
    try {
      const outcome = await this.publish(update);
      this.parts.metrics.inbound(outcome);
      return outcome;
    } catch (error) {
      const outcome = outcomeOf(error);
      this.parts.metrics.inbound(outcome);
      if (outcome === 'conflict')
        this.parts.logger.warn({ code: 'other_payload' }, 'a message under an id that is taken was refused');
      throw error;
    } finally {
      this.publishing -= 1;
    }
  }

  private async publish(update: Update): Promise<'published' | 'disregarded'> {
    const canonical = this.parts.channel.toCanonical(update);
    if (isDisregarded(canonical)) {
      this.parts.logger.debug({ reason: canonical.disregarded }, 'update disregarded');
      return 'disregarded';
    }
    const { tenant } = this.parts.configuration;
    const message = asInbound(canonical, this.parts.posts);
    const [id, content] = [idOfInbound(tenant, this.parts.channel.name, message), contentOf(canonical)];
    if (!this.messages.claim(id, content)) {
      throw new ArbiterError(
        'conflict',
        'other_payload',
        'another message came in before under the same messageId; give a new message a new one',
        { field: 'messageId' },
      );
    }
    // The broker keeps equal messages once. A different one with the same id reaches ingress, which sets it aside.
    await this.send('inbound', message, { msgID: `${id}.${content}` }).catch((error: unknown) => {
      this.messages.release(id);
      throw error;
    });
    return 'published';
  }

  /** The same as ChannelHost.cancel. */
  async cancel(body: unknown): Promise<void> {
    await this.send('inboundCancel', asCancel(body));
  }

  private async send(
    subject: 'inbound' | 'inboundCancel',
    body: InboundMessage | InboundCancel,
    options: { readonly msgID?: string } = {},
  ): Promise<void> {
    const { broker, channel, configuration } = this.parts;
    await broker.stream
      .publish(subjects[subject](configuration.tenant, channel.name), JSON.stringify(body), {
        ...options,
        timeout: PUBLISH_MILLISECONDS,
      })
      .catch((cause: unknown) => {
        throw retryable('broker_unreachable', 'the broker did not take the message; send it again', 1_000, cause);
      });
  }
}

function outcomeOf(error: unknown): InboundOutcome {
  if (!(error instanceof ArbiterError) || error.kind === 'retryable') return 'failed';
  return error.kind === 'conflict' ? 'conflict' : 'invalid';
}
