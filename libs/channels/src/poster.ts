import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, retryable, type OutboundMessage } from '@arbiter/contracts';
import pLimit from 'p-limit';
import type { Channel } from './channel';
import type { DeliveryMemory, PostMemory } from './recent-messages';
import { isRateLimitOfChannel } from './rate-limit';

const ATTEMPTS = 5;
const FIRST_PAUSE_MILLISECONDS = 250;
/** A post that has to wait longer goes back to the broker. */
const LONGEST_PAUSE_MILLISECONDS = 20_000;
const POST_MILLISECONDS = 30_000;
const MOST_CALLS = 64;

/** The message that a post belongs to. */
export interface PostContext {
  readonly tenant: string;
  readonly message: OutboundMessage;
  /** the message's place in the channel's stream, which only grows; the posts of a message share it */
  readonly sequence: number;
  /** the same whenever the post is tried again, for providers that know a repeated request */
  readonly idempotencyKey: string;
  /** aborts after thirty seconds, and soon after the adapter is told to stop */
  readonly signal: AbortSignal;
}

/**
 * Makes one call to the provider. Resolves with the provider's id of the post, or null when it has none. Rejects with
 * `rateLimited(…)` when the provider asks to wait, with a `terminal` error when it will never take the post (as for a
 * chat that is gone), and with any other error when a repeat may work.
 */
export type Deliver<Post> = (post: Post, context: PostContext) => Promise<string | null>;

/**
 * Makes the posts of a message at the provider.
 *
 * 1. Makes posts one after the other; a message that comes again goes on with the first post that was not made.
 * 2. A post that fails is tried five times, after random pauses that double, or after the pause the provider asks for.
 * 3. While the provider asks the whole channel to wait, no post is tried.
 * 4. At most 64 calls are under way at once.
 */
export class Poster<Update, Post> {
  private closedUntil = 0;
  private readonly stopping = new AbortController();
  private readonly givingUp = new AbortController();
  private readonly calls = pLimit(MOST_CALLS);

  constructor(
    private readonly channel: Channel<Update, Post>,
    private readonly tenant: string,
    private readonly deliver: Deliver<Post>,
    private readonly posts: PostMemory,
    private readonly made: DeliveryMemory,
  ) {}

  /** Ends every wait; a call that is under way may end, so that it is known what the provider has taken. */
  stop(): void {
    this.stopping.abort(retryable('stopping', 'the adapter stops'));
  }

  /** Ends the calls under way too. */
  giveUp(): void {
    this.givingUp.abort(retryable('stopping', 'the adapter stops'));
  }

  /** Resolves when every post was made; false when all were made before. Rejects with the error to go by. */
  async post(id: string, sequence: number, message: OutboundMessage): Promise<boolean> {
    const posts = this.channel.render(withinCapabilities(message, this.channel));
    const before = this.made.postsMade(id);
    for (let index = before; index < posts.length; index += 1) {
      const postId = await this.persist(posts[index]!, {
        tenant: this.tenant,
        message,
        sequence,
        idempotencyKey: `${id}.${index}`,
      });
      if (postId !== null && message.inReplyTo !== null) this.posts.note(message.sessionId, postId, message.inReplyTo);
      this.made.note(id, index + 1);
    }
    return posts.length === 0 || before < posts.length;
  }

  private async persist(post: Post, context: Omit<PostContext, 'signal'>): Promise<string | null> {
    for (let attempt = 1; ; attempt += 1) {
      await this.pause(this.closedUntil - Date.now());
      try {
        return await this.calls(() => this.deliver(post, { ...context, signal: this.signal() }));
      } catch (cause) {
        this.stopping.signal.throwIfAborted();
        const error = asRetryable(cause, attempt);
        if (isRateLimitOfChannel(error)) this.closedUntil = Math.max(this.closedUntil, Date.now() + delayOf(error));
        if (error.kind === 'terminal' || attempt === ATTEMPTS) throw error;
        await this.pause(delayOf(error));
      }
    }
  }

  private signal(): AbortSignal {
    return AbortSignal.any([this.givingUp.signal, AbortSignal.timeout(POST_MILLISECONDS)]);
  }

  private async pause(milliseconds: number): Promise<void> {
    if (milliseconds > LONGEST_PAUSE_MILLISECONDS)
      throw retryable('provider_waits', 'the provider asks to wait', milliseconds);
    if (milliseconds > 0) await delay(milliseconds, undefined, { signal: this.stopping.signal });
  }
}

const delayOf = (error: ArbiterError): number => error.details.delayMilliseconds ?? FIRST_PAUSE_MILLISECONDS;

/** An error that states no cause may pass, as a network outage does. */
function asRetryable(cause: unknown, attempt: number): ArbiterError {
  if (cause instanceof ArbiterError) return cause;
  const pause = Math.round(Math.random() * FIRST_PAUSE_MILLISECONDS * 2 ** attempt);
  return retryable('provider_failed', cause instanceof Error ? cause.message : 'the provider failed', pause, cause);
}

/** Parts that people cannot see on the channel are not rendered. */
function withinCapabilities<Update, Post>(
  message: OutboundMessage,
  { capabilities }: Channel<Update, Post>,
): OutboundMessage {
  return {
    ...message,
    quote: capabilities.quotes ? message.quote : null,
    choices: capabilities.buttons ? message.choices : [],
    marks: capabilities.reactions ? message.marks : [],
  };
}
