import { brokenStream, failedAnswer, listIn, objectIn, type JsonObject, type WireRule } from './wire-rule';

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error']);

/**
 * Responses. Output items come one after the other, none left out, and the response states how it ended. A refusal is
 * no text.
 */
export class ResponsesRule implements WireRule {
  private items = 0;
  private ended = false;
  private refused = false;

  see(event: JsonObject): JsonObject | null {
    const { type } = event;
    if (ENDS.has(type)) this.ended = true;
    if (type === 'response.output_item.added') this.begin(event['output_index']);
    if (typeof type === 'string' && type.startsWith('response.refusal.')) {
      this.refused = true;
      return null;
    }
    return type === 'response.completed' && this.refused ? filtered(event) : event;
  }

  end(): void {
    if (!this.ended) throw brokenStream('the response does not end');
  }

  whole(answer: JsonObject): JsonObject {
    const { status, error } = answer;
    if (status === 'failed' || (error !== undefined && error !== null)) throw failedAnswer();
    if (status !== 'completed' && status !== 'incomplete') throw brokenStream('the response does not end');
    const output = listIn(answer['output']).map(withoutRefusal);
    const isRefused = output.some(({ isRefused }) => isRefused);
    const spoken = { ...answer, output: output.map(({ item }) => item) };
    return status === 'completed' && isRefused ? { ...spoken, ...FILTERED } : spoken;
  }

  private begin(index: unknown): void {
    if (index !== this.items) throw brokenStream(`output ${this.items} is missing`);
    this.items += 1;
  }
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
