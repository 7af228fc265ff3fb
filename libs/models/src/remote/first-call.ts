import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { areWhole } from '../wire/wire-rule';
import { WrittenObject } from './written-object';

export type WrittenCall = Pick<LanguageModelV4ToolCall, 'toolCallId' | 'toolName' | 'input'>;

type Part<Type extends LanguageModelV4StreamPart['type']> = Extract<LanguageModelV4StreamPart, { readonly type: Type }>;

/**
 * Finds the first whole call of a tool of ours in a stream (TP-02), and keeps what the model wrote up to there.
 *
 * 1. A call is whole once its arguments are one JSON object. Not every vendor says where a call ends, and some say it
 *    of all calls at the end of the answer.
 * 2. Where a call ends and is not whole, no later one counts: the answer is read to its end, which shows what it is.
 */
export class FirstCall {
  /** words, thoughts and calls */
  written = '';
  private readonly begun = new Map<string, { readonly toolName: string; readonly input: WrittenObject }>();
  private breaksOff = false;

  /** The call that this part makes whole; null: there is none yet. */
  see(part: LanguageModelV4StreamPart): WrittenCall | null {
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') this.written += part.delta;
    if (part.type === 'tool-input-start' && part.providerExecuted !== true) this.begin(part);
    if (part.type === 'tool-input-delta') return this.more(part);
    return part.type === 'tool-call' && part.providerExecuted !== true ? this.ended(part) : null;
  }

  private begin({ id, toolName }: Part<'tool-input-start'>): void {
    this.written += toolName;
    this.begun.set(id, { toolName, input: new WrittenObject() });
  }

  private more({ id, delta }: Part<'tool-input-delta'>): WrittenCall | null {
    this.written += delta;
    const call = this.begun.get(id);
    if (call === undefined || !call.input.add(delta) || this.breaksOff) return null;
    return { toolCallId: id, toolName: call.toolName, input: call.input.text };
  }

  private ended({ toolCallId, toolName, input }: Part<'tool-call'>): WrittenCall | null {
    if (!this.begun.has(toolCallId)) this.written += toolName + input;
    this.breaksOff ||= !areWhole(input);
    return this.breaksOff ? null : { toolCallId, toolName, input };
  }
}
