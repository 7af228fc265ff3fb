import type { Candidate, Usage } from '@arbiter/models';
import type { SpanAttributes } from '@arbiter/runtime';
import {
  ATTR_ERROR_TYPE,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_OUTPUT_TYPE,
  ATTR_GEN_AI_PROVIDER_NAME,
  ATTR_GEN_AI_REQUEST_MAX_TOKENS,
  ATTR_GEN_AI_REQUEST_MODEL,
  ATTR_GEN_AI_USAGE_CACHE_READ_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_OUTPUT_TOKENS,
  GEN_AI_OPERATION_NAME_VALUE_CHAT,
  GEN_AI_OUTPUT_TYPE_VALUE_JSON,
  GEN_AI_OUTPUT_TYPE_VALUE_TEXT,
  GEN_AI_PROVIDER_NAME_VALUE_ANTHROPIC,
  GEN_AI_PROVIDER_NAME_VALUE_OPENAI,
} from '@opentelemetry/semantic-conventions/incubating';
import type { ModelCall } from './meter';

const VENDORS: Readonly<Record<string, string>> = {
  openai: GEN_AI_PROVIDER_NAME_VALUE_OPENAI,
  openai_chat: GEN_AI_PROVIDER_NAME_VALUE_OPENAI,
  anthropic: GEN_AI_PROVIDER_NAME_VALUE_ANTHROPIC,
};

/** The name of a span by the conventions for generative AI. */
export const spanName = ({ model }: Candidate): string => `${GEN_AI_OPERATION_NAME_VALUE_CHAT} ${model}`;

/** The attributes known when a model is asked. No attribute holds any words. */
export const askedAttributes = (
  { provider, model, tier, definition }: Candidate,
  { purpose, runId }: Pick<ModelCall, 'purpose' | 'runId'>,
): Readonly<Record<string, string>> => ({
  [ATTR_GEN_AI_OPERATION_NAME]: GEN_AI_OPERATION_NAME_VALUE_CHAT,
  [ATTR_GEN_AI_PROVIDER_NAME]: VENDORS[definition?.kind ?? ''] ?? provider,
  [ATTR_GEN_AI_REQUEST_MODEL]: model,
  'arbiter.provider': provider,
  'arbiter.purpose': purpose,
  'arbiter.tier': tier,
  ...(runId === null ? {} : { 'arbiter.run': runId }),
});

/** The attributes known when it has answered or failed. */
export function endedAttributes(
  { definition }: Candidate,
  usage: Usage,
  ended: Pick<ModelCall, 'attempt' | 'failure' | 'outcome' | 'microdollars'> & { readonly wantsObject: boolean },
): SpanAttributes {
  const { attempt, failure, outcome, microdollars, wantsObject } = ended;
  const attributes: Record<string, string | number | null | undefined> = {
    [ATTR_GEN_AI_OUTPUT_TYPE]: wantsObject ? GEN_AI_OUTPUT_TYPE_VALUE_JSON : GEN_AI_OUTPUT_TYPE_VALUE_TEXT,
    [ATTR_GEN_AI_REQUEST_MAX_TOKENS]: definition?.limits?.outputTokens,
    [ATTR_GEN_AI_USAGE_INPUT_TOKENS]: usage.inputTokens,
    [ATTR_GEN_AI_USAGE_OUTPUT_TOKENS]: usage.outputTokens,
    [ATTR_GEN_AI_USAGE_CACHE_READ_INPUT_TOKENS]: usage.cachedTokens,
    [ATTR_ERROR_TYPE]: failure,
    'arbiter.attempt': attempt,
    'arbiter.outcome': outcome,
    'arbiter.cost_microdollars': microdollars,
  };
  const known = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(known) as SpanAttributes;
}
