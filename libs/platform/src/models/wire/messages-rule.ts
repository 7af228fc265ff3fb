import { brokenStream, failedAnswer, objectIn, type JsonObject, type WireRule } from './wire-rule';

/**
 * Anthropic Messages. One message, with its usage, from its start to its stop; blocks one after the other, each closed.
 */
export class MessagesRule implements WireRule {
  private state: 'before' | 'within' | 'after' = 'before';
  private blocks = 0;
  private open: unknown = null;
  private reasoned = false;

  see(event: JsonObject): JsonObject {
    const { type } = event;
    if (type === 'error') this.state = 'after';
    if (type === 'error' || type === 'ping') return event;
    if (type === 'message_start') this.start(event);
    else if (this.state !== 'within') throw brokenStream(`${String(type)} stands outside the message`);
    if (type === 'content_block_start') this.begin(event['index']);
    if (type === 'content_block_stop') this.close(event['index']);
    if (type === 'message_delta' && typeof objectIn(event['delta'])['stop_reason'] === 'string') this.reasoned = true;
    if (type === 'message_stop') this.stop();
    return event;
  }

  end(): void {
    if (this.state !== 'after') throw brokenStream('the message does not stop');
  }

  whole(answer: JsonObject): JsonObject {
    if (answer['type'] === 'error') throw failedAnswer();
    if (answer['type'] !== 'message' || answer['usage'] === undefined)
      throw brokenStream('it is no message with usage');
    if (typeof answer['stop_reason'] !== 'string') throw brokenStream('the message does not say why it stops');
    return answer;
  }

  private start({ message }: JsonObject): void {
    if (this.state !== 'before') throw brokenStream('a second message begins within the first');
    if (objectIn(message)['usage'] === undefined) throw brokenStream('the message has no usage');
    this.state = 'within';
  }

  private begin(index: unknown): void {
    if (index !== this.blocks || this.open !== null) throw brokenStream('a block begins out of turn');
    this.open = index;
    this.blocks += 1;
  }

  private close(index: unknown): void {
    if (index !== this.open) throw brokenStream('a block ends out of turn');
    this.open = null;
  }

  private stop(): void {
    if (this.open !== null || !this.reasoned) throw brokenStream('the message stops in the middle');
    this.state = 'after';
  }
}
