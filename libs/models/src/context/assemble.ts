import {
  mapTexts,
  personalValuesOf,
  retryable,
  type ContextReport,
  type PersonalValues,
  type Values,
} from '@arbiter/contracts';
import { Pseudonyms, type PrivacyRules } from '../privacy';
import { ASSEMBLED, type Origin, type Prompt } from '../provider';
import type { Draft, Field } from './draft';
import { estimatedTokens } from './estimate';
import { shortened } from './shorten';

/** A prompt, the values of its tokens, and a report of the parts that were left out. */
export interface Assembled {
  readonly prompt: Prompt;
  /** AG-08: exactly the tokens that occur in the prompt */
  readonly personal: PersonalValues;
  readonly report: ContextReport;
}

const OURS: ReadonlySet<Origin> = new Set(['platform', 'tenant']);

/**
 * CX-01 to CX-06: the one way to a prompt. Pure: the same draft under the same rules is the same prompt, byte by byte.
 * `room` is the model's context size, in tokens. Throws a retryable `context_too_large` when the prompt does not fit
 * however much is left out.
 */
export function assembled(draft: Draft, rules: PrivacyRules, room: number = Number.POSITIVE_INFINITY): Assembled {
  const { purpose, instructions, fields, schema, embedded, notes = [], tools = [] } = draft;
  const pseudonyms = new Pseudonyms(rules);
  const hidden = mapped(fields, (field) => hide(field, pseudonyms));
  const from = mapped(fields, (field) => field.from);
  const fixed = estimatedTokens(
    instructions +
      JSON.stringify({ schema, from, ...(notes.length > 0 && { notes }), ...(tools.length > 0 && { tools }) }),
  );
  const { data, tokens, cut } = shortened(fields, hidden, room - fixed);
  if (tokens > room - fixed)
    throw retryable(
      'context_too_large',
      `the context of "${purpose}" takes about ${tokens + fixed} tokens and there is room for ${room}; ask a provider that can read more`,
    );
  return {
    prompt: { [ASSEMBLED]: true, purpose, instructions, data, from, schema, notes, tools, embedded },
    personal: personalValuesOf(data, pseudonyms.personal),
    report: { tokens: tokens + fixed, cut: [...cut] },
  };
}

const hide = ({ from, value, tagged }: Field, pseudonyms: Pseudonyms): unknown =>
  OURS.has(from) ? value : mapTexts(value, (text) => pseudonyms.hide(text, tagged));

const mapped = <T>(fields: Draft['fields'], of: (field: Field) => T): Values & Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)]));
