import { errorIn, failureOfError } from './wire-failure';
import { areWhole, brokenStream, listIn, objectIn, textIn, type JsonObject, type WireRule } from './wire-rule';

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete']);
/** Items that are whole only once they are done; what the provider does by itself may stay open. */
const ANSWER_ITEM = /^(?:message|function_call|custom_tool_call)$/;

/**
 * Responses. The response begins, each output item is begun once and done, and the response states how it ended. Items
 * may be left out (encrypted reasoning). A refusal is no text, and a tool that takes a text gets it as it was written.
 */
export class ResponsesRule implements WireRule {
  private hasBegun = false;
  private ended = false;
  private refused = false;
  private readonly begun = new Set<unknown>();
  /** the places of answer items that are not done */
  private readonly open = new Set<unknown>();
  private breaksOff = false;

  see(event: JsonObject): JsonObject | null {
    const { type } = event;
    const error = reported(event);
    if (error !== null) throw failureOfError(error);
    if (type === 'response.created') this.hasBegun = true;
    if (typeof type === 'string' && type.startsWith('response.') && !this.hasBegun)
      throw brokenStream('its beginning is missing');
    if (typeof type === 'string' && type.startsWith('response.refusal.')) {
      this.refused = true;
      return null;
    }
    if (type === 'response.output_item.added') this.begin(event);
    if (type === 'response.output_item.done') this.finish(event);
    if (ENDS.has(type)) this.stop(type);
    if (type === 'response.completed' && this.refused) return filtered(event);
    return withPlainCall(event);
  }

  end(): void {
    if (!this.ended) throw brokenStream('the response does not end');
  }

  whole(answer: JsonObject): JsonObject {
    const { status, error } = answer;
    if (status === 'failed' || (error !== undefined && error !== null)) throw failureOfError(objectIn(error));
    if (status !== 'completed' && status !== 'incomplete') throw brokenStream('the response does not end');
    const output = listIn(answer['output']).map(withoutRefusal);
    if (status === 'completed' && output.some(({ item }) => !hasWholeArguments(item))) throw breaksOff();
    const isRefused = output.some((item) => item.isRefused);
    const spoken = { ...answer, output: output.map(({ item }) => plainCall(item)) };
    return status === 'completed' && isRefused ? { ...spoken, ...FILTERED } : spoken;
  }

  private begin({ output_index: place, item }: JsonObject): void {
    if (this.begun.has(place)) throw brokenStream('an output begins a second time');
    this.begun.add(place);
    if (ANSWER_ITEM.test(textIn(objectIn(item)['type']))) this.open.add(place);
  }

  private finish({ output_index: place, item }: JsonObject): void {
    this.open.delete(place);
    if (!hasWholeArguments(objectIn(item))) this.breaksOff = true;
  }

  private stop(type: unknown): void {
    this.ended = true;
    if (type !== 'response.completed') return;
    if (this.open.size > 0) throw brokenStream('an output does not end');
    if (this.breaksOff) throw breaksOff();
  }
}

const breaksOff = (): Error => brokenStream('the arguments of a tool call break off');

/** The error of a failed response; null: nothing failed. */
function reported(event: JsonObject): JsonObject | null {
  return event['type'] === 'response.failed' ? objectIn(objectIn(event['response'])['error']) : errorIn(event);
}

const hasWholeArguments = ({ type, arguments: written }: JsonObject): boolean =>
  type !== 'function_call' || areWhole(textIn(written));

/** An SDK writes the input of a custom tool as JSON, which it is not. */
function plainCall(item: JsonObject): JsonObject {
  if (item['type'] !== 'custom_tool_call') return item;
  const { input, ...call } = item;
  return { status: 'completed', ...call, type: 'function_call', arguments: input };
}

function withPlainCall(event: JsonObject): JsonObject | null {
  if (event['type'] === 'response.custom_tool_call_input.delta') return null;
  return 'item' in event ? { ...event, item: plainCall(objectIn(event['item'])) } : event;
}

const FILTERED = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } } as const;

const filtered = (event: JsonObject): JsonObject => ({
  ...event,
  type: 'response.incomplete',
  response: { ...objectIn(event['response']), ...FILTERED },
});

function withoutRefusal(item: JsonObject): { readonly item: JsonObject; readonly isRefused: boolean } {
  if (!Array.isArray(item['content'])) return { item, isRefused: false };
  const parts = listIn(item['content']);
  const content = parts.filter(({ type }) => type !== 'refusal');
  return { item: { ...item, content }, isRefused: content.length < parts.length };
}
