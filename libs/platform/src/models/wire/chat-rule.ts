import { brokenStream, failedAnswer, listIn, objectIn, type JsonObject, type WireRule } from './wire-rule';

/** The state of one choice. */
interface Choice {
  finished: boolean;
  refused: boolean;
  /** of every tool call whether its type was given */
  readonly toolCalls: Map<unknown, boolean>;
}

/**
 * Chat Completions. Every choice has a role, ends with a finish reason and gives its tool calls a type. One answer was
 * requested, so the first choice is used. A refusal is no text; reasoning parts of a content are dropped.
 */
export class ChatRule implements WireRule {
  private readonly choices = new Map<number, Choice>();

  see(event: JsonObject): JsonObject {
    if (event['error'] !== undefined && event['error'] !== null) return event;
    const choices = listIn(event['choices']).map((choice) => this.seen(choice));
    return { ...event, choices: choices.filter(({ index }) => index === 0) };
  }

  end(): void {
    if (!this.choices.has(0)) throw brokenStream('it holds no answer');
    for (const { finished, toolCalls } of this.choices.values()) {
      if (!finished) throw brokenStream('a choice has no finish reason');
      if ([...toolCalls.values()].includes(false)) throw brokenStream('a tool call has no type');
    }
  }

  whole(answer: JsonObject): JsonObject {
    if (answer['error'] !== undefined && answer['error'] !== null) throw failedAnswer();
    const choices = listIn(answer['choices']).map(({ message, ...choice }) => ({
      ...choice,
      delta: numbered(message),
    }));
    const seen = listIn(this.see({ ...answer, choices })['choices']);
    this.end();
    return { ...answer, choices: seen.map(({ delta, ...choice }) => ({ ...choice, message: delta })) };
  }

  private seen(given: JsonObject): JsonObject {
    const delta = objectIn(given['delta']);
    const choice = this.known(given['index'], delta);
    for (const call of listIn(delta['tool_calls']))
      choice.toolCalls.set(call['index'], choice.toolCalls.get(call['index']) === true || call['type'] === 'function');
    if (typeof delta['refusal'] === 'string' && delta['refusal'] !== '') choice.refused = true;
    if (typeof given['finish_reason'] !== 'string') return { ...given, delta: withPlainText(delta) };
    choice.finished = true;
    return { ...given, delta: withPlainText(delta), ...(choice.refused ? { finish_reason: 'content_filter' } : {}) };
  }

  private known(index: unknown, { role }: JsonObject): Choice {
    if (typeof index !== 'number') throw brokenStream('a choice has no index');
    const found = this.choices.get(index);
    if (found) return found;
    if (role !== 'assistant') throw brokenStream('a choice does not begin as the assistant');
    const choice: Choice = { finished: false, refused: false, toolCalls: new Map() };
    this.choices.set(index, choice);
    return choice;
  }
}

/** In one piece tool calls have places instead of numbers. */
function numbered(message: unknown): JsonObject {
  const { tool_calls: calls, ...rest } = objectIn(message);
  return Array.isArray(calls)
    ? { ...rest, tool_calls: listIn(calls).map((call, index) => ({ ...call, index })) }
    : rest;
}

/** Some servers write a content in parts, the reasoning among them. */
function withPlainText({ refusal: _refusal, ...delta }: JsonObject): JsonObject {
  if (!Array.isArray(delta['content'])) return delta;
  const texts = listIn(delta['content'])
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text);
  return { ...delta, content: texts.filter((text) => typeof text === 'string').join('') };
}
