import { errorIn, failureOfError } from './wire-failure';
import { areWhole, brokenStream, listIn, objectIn, textIn, type JsonObject, type WireRule } from './wire-rule';

/**
 * The blocks that make an answer. Whatever else a provider writes it does by itself: it thinks, calls tools of its own,
 * sums the conversation up (compaction), or something that no one knows yet.
 */
const ANSWER_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'tool_use']);
const BLOCK_EVENTS: ReadonlySet<unknown> = new Set([
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
]);
const MESSAGE_EVENTS: ReadonlySet<unknown> = new Set(['message_start', 'message_delta', 'message_stop']);
/** With these an answer may end anywhere. */
const CUT_OFF: ReadonlySet<unknown> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

/**
 * Anthropic Messages. One message, with its usage, from its start to its stop; blocks one after the other, each closed,
 * and calls with whole arguments. Only what makes the answer goes on.
 */
export class MessagesRule implements WireRule {
  private state: 'before' | 'within' | 'after' = 'before';
  private blocks = 0;
  private open: { readonly index: unknown; readonly type: unknown; written: string } | null = null;
  private breaksOff = false;
  private reason: string | null = null;

  see(event: JsonObject): JsonObject | null {
    const { type } = event;
    const error = errorIn(event);
    if (error !== null) throw failureOfError(error);
    if (BLOCK_EVENTS.has(type)) return this.block(event);
    if (!MESSAGE_EVENTS.has(type)) return null;
    if (type === 'message_start') return this.start(event);
    this.within(type);
    const reason = objectIn(event['delta'])['stop_reason'];
    if (type === 'message_delta' && typeof reason === 'string') this.reason = reason;
    if (type === 'message_stop') this.stop();
    return type === 'message_delta' ? { ...event, usage: wholeUsage(event['usage']) } : event;
  }

  end(): void {
    if (this.state !== 'after') throw brokenStream('the message does not stop');
  }

  whole(answer: JsonObject): JsonObject {
    const error = errorIn(answer);
    if (error !== null) throw failureOfError(error);
    if (answer['type'] !== 'message' || answer['usage'] === undefined)
      throw brokenStream('it is no message with usage');
    if (typeof answer['stop_reason'] !== 'string') throw brokenStream('the message does not say why it stops');
    const content = listIn(answer['content']).filter(({ type }) => ANSWER_BLOCKS.has(type));
    return { ...answer, content, usage: wholeUsage(answer['usage']) };
  }

  private start(event: JsonObject): JsonObject {
    if (this.state !== 'before') throw brokenStream('a second message begins within the first');
    if (objectIn(event['message'])['usage'] === undefined) throw brokenStream('the message has no usage');
    this.state = 'within';
    return event;
  }

  private block(event: JsonObject): JsonObject | null {
    this.within(event['type']);
    if (event['type'] === 'content_block_start') this.begin(event);
    const { open } = this;
    if (event['type'] === 'content_block_stop') this.close(event['index']);
    if (open === null) return event;
    if (event['type'] === 'content_block_delta') open.written += textIn(objectIn(event['delta'])['partial_json']);
    return ANSWER_BLOCKS.has(open.type) ? event : null;
  }

  private begin({ index, content_block: block }: JsonObject): void {
    if (index !== this.blocks || this.open !== null) throw brokenStream('a block begins out of turn');
    this.open = { index, type: objectIn(block)['type'], written: '' };
    this.blocks += 1;
  }

  private close(index: unknown): void {
    if (this.open?.index !== index) throw brokenStream('a block ends out of turn');
    if (this.open?.type === 'tool_use' && !areWhole(this.open.written)) this.breaksOff = true;
    this.open = null;
  }

  private stop(): void {
    if (this.open !== null || this.reason === null) throw brokenStream('the message stops in the middle');
    if (this.breaksOff && !CUT_OFF.has(this.reason)) throw brokenStream('the arguments of a tool call break off');
    this.state = 'after';
  }

  private within(type: unknown): void {
    if (this.state !== 'within') throw brokenStream(`${String(type)} stands outside the message`);
  }
}

const COUNTED = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const;
/** The steps that the model itself was called in; an adviser's bill is another model's. */
const OWN_STEPS: ReadonlySet<unknown> = new Set(['message', 'compaction']);

/**
 * The usage of all steps: where the provider summed the conversation up first, the numbers beside the list leave that
 * step out, those of its cache as well. Where another model stood in, they are the answer's.
 */
function wholeUsage(usage: unknown): JsonObject {
  const { iterations, ...counted } = objectIn(usage);
  const steps = listIn(iterations);
  const own = steps.filter(({ type }) => OWN_STEPS.has(type));
  if (own.length === 0 || steps.some(({ type }) => type === 'fallback_message')) return counted;
  const sumOf = (field: string): number => own.reduce((sum, step) => sum + (Number(step[field]) || 0), 0);
  return { ...counted, ...Object.fromEntries(COUNTED.map((field) => [field, sumOf(field)])) };
}
