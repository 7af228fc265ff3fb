import type { OutboundMessage } from '@arbiter/contracts';
import { atMost } from '@arbiter/runtime/adapter';
import { LRUCache } from 'lru-cache';

const MOST_POSTS = 50_000;
const MOST_DELIVERIES = 50_000;
const MOST_MESSAGES = 50_000;

/**
 * The message of a person that each of our posts answered, so that a quoted post becomes that message. The oldest are
 * forgotten, and all of them when the process ends: a quote is a hint that routing can do without (RT-11).
 */
export class PostMemory {
  private readonly answered = new LRUCache<string, string>(atMost(MOST_POSTS));

  note(sessionId: string, postId: string, messageId: string): void {
    this.answered.set(keyOf(sessionId, postId), messageId);
  }

  /** The message the post answered; the id itself when it is not known as one of our posts. */
  answeredBy(sessionId: string, quotedId: string): string {
    return this.answered.get(keyOf(sessionId, quotedId)) ?? quotedId;
  }
}

/**
 * Digests of the latest messages by id, to tell a different message under a used id from the same one again. The oldest
 * are forgotten, and all of them when the process ends: then ingress finds the difference, and sets the message aside.
 */
export class MessageMemory {
  private readonly contents = new LRUCache<string, string>(atMost(MOST_MESSAGES));

  /**
   * False when the id is taken by something else. Else it is this message's from now on, though nothing was published
   * yet.
   */
  claim(id: string, content: string): boolean {
    const known = this.contents.get(id);
    if (known === undefined) this.contents.set(id, content);
    return known === undefined || known === content;
  }

  /** It was not published: whatever comes next under the id may be the first. */
  release(id: string): void {
    this.contents.delete(id);
  }
}

/** How many posts of an outbound message were made, so that a redelivered message goes on where it stopped. */
export class DeliveryMemory {
  private readonly made = new LRUCache<string, number>(atMost(MOST_DELIVERIES));

  postsMade(id: string): number {
    return this.made.get(id) ?? 0;
  }

  note(id: string, posts: number): void {
    this.made.set(id, posts);
  }
}

/**
 * The runs whose reply was shown. Other messages of a run may arrive later than the reply: a sign of work or a button
 * after the reply would never disappear again.
 */
export class EndedRuns {
  private readonly ended = new LRUCache<string, true>(atMost(MOST_DELIVERIES));

  note({ kind, requestId }: OutboundMessage): void {
    if (kind === 'reply') this.ended.set(requestId, true);
  }

  /** The part of a message that is still to be shown: of a late one only the removal of marks. */
  timely(message: OutboundMessage): OutboundMessage {
    if (message.kind === 'reply' || !this.ended.has(message.requestId)) return message;
    return {
      ...message,
      kind: 'reply',
      text: '',
      header: null,
      headerText: '',
      choices: [],
      marks: message.marks.filter(({ reaction }) => reaction === 'none'),
    };
  }
}

const keyOf = (sessionId: string, postId: string): string => JSON.stringify([sessionId, postId]);
