import { ChatCalls } from './chat-calls';
import { usageIn } from './chat-usage';
import { errorIn, failureOfError } from './wire-failure';
import { brokenStream, listIn, objectIn, type JsonObject, type WireRule } from './wire-rule';

/** The state of one choice. */
interface Choice {
  finish: string | null;
  refused: boolean;
  readonly calls: ChatCalls;
}

/** With these an answer may end anywhere. */
const CUT_OFF: ReadonlySet<string | null> = new Set(['length', 'content_filter']);

/**
 * Chat Completions. Every choice has a role and ends with a finish reason, its tool calls with whole arguments. One
 * answer was requested, so the first choice is used. A refusal is no text; reasoning parts of a content are dropped.
 */
export class ChatRule implements WireRule {
  private readonly choices = new Map<number, Choice>();

  see(event: JsonObject): JsonObject {
    const error = errorIn(event);
    if (error !== null) throw failureOfError(error);
    const usage = usageIn(event);
    const choices = listIn(event['choices']).map((choice) => this.seen(choice));
    return { ...event, choices: choices.filter(({ index }) => index === 0), ...(usage && { usage }) };
  }

  end(): void {
    if (!this.choices.has(0)) throw brokenStream('it holds no answer');
    for (const { finish, calls } of this.choices.values()) {
      if (finish === null) throw brokenStream('a choice has no finish reason');
      if (!CUT_OFF.has(finish)) calls.end();
    }
  }

  whole(answer: JsonObject): JsonObject {
    const choices = listIn(answer['choices']).map(({ message, ...choice }) => ({
      ...choice,
      delta: numbered(message),
    }));
    const seen = this.see({ ...answer, choices });
    this.end();
    return {
      ...seen,
      choices: listIn(seen['choices']).map(({ delta, ...choice }) => ({ ...choice, message: delta })),
    };
  }

  private seen(given: JsonObject): JsonObject {
    const delta = objectIn(given['delta']);
    const choice = this.known(given['index'], delta);
    const calls = listIn(delta['tool_calls']).map((call) => choice.calls.seen(call));
    if (typeof delta['refusal'] === 'string' && delta['refusal'] !== '') choice.refused = true;
    const passed = { ...given, delta: { ...withPlainText(delta), ...(calls.length > 0 && { tool_calls: calls }) } };
    if (typeof given['finish_reason'] !== 'string') return passed;
    choice.finish = given['finish_reason'];
    return choice.refused ? { ...passed, finish_reason: 'content_filter' } : passed;
  }

  private known(index: unknown, { role }: JsonObject): Choice {
    if (typeof index !== 'number') throw brokenStream('a choice has no index');
    const found = this.choices.get(index);
    if (found) return found;
    if (role !== 'assistant') throw brokenStream('a choice does not begin as the assistant');
    const choice: Choice = { finish: null, refused: false, calls: new ChatCalls() };
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
