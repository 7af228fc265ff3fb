import { brokenStream, objectIn, type JsonObject, type WireRule } from './wire-rule';

const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error']);

/** Responses. Output items come one after the other, none left out, and the response says how it ended. A refusal is no text. */
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

  private begin(index: unknown): void {
    if (index !== this.items) throw brokenStream(`output ${this.items} is missing`);
    this.items += 1;
  }
}

const filtered = (event: JsonObject): JsonObject => ({
  ...event,
  type: 'response.incomplete',
  response: { ...objectIn(event['response']), status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
});
