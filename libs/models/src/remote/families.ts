import type { LanguageModelV4 } from '@ai-sdk/provider';
import { LRUCache } from 'lru-cache';
import { ChatRule } from '../wire/chat-rule';
import { guardedFetch } from '../wire/guarded-fetch';
import { MessagesRule } from '../wire/messages-rule';
import { ResponsesRule } from '../wire/responses-rule';
import type { LanguageModels } from './language-model-provider';

/** The address and the credentials of a server. */
export interface Access {
  /** absent: the vendor's own address, never one that an SDK finds in the environment */
  readonly baseURL?: string;
  /** absent: the server asks for none */
  readonly apiKey?: string;
}

interface Family {
  readonly providerOptions?: LanguageModels['providerOptions'];
  /** Loads the SDK only where a provider of this family is set. */
  open(model: string, access: Access): Promise<LanguageModelV4>;
}

const chat = guardedFetch(() => new ChatRule());
const responses = guardedFetch(() => new ResponsesRule());
const messages = guardedFetch(() => new MessagesRule());
/** An SDK without a key looks for one in the environment, which is not its to read. */
const NO_KEY = 'none';
const OPENAI = 'https://api.openai.com/v1';
const ANTHROPIC = 'https://api.anthropic.com/v1';

/** The wire formats that models speak. */
export const FAMILIES = {
  openai: {
    providerOptions: { openai: { store: false } },
    open: async (model, { baseURL = OPENAI, apiKey = NO_KEY }) =>
      (await import('@ai-sdk/openai')).createOpenAI({ apiKey, baseURL, fetch: responses }).responses(model),
  },
  openai_chat: {
    providerOptions: { openai: { store: false } },
    open: async (model, { baseURL = OPENAI, apiKey = NO_KEY }) =>
      (await import('@ai-sdk/openai')).createOpenAI({ apiKey, baseURL, fetch: chat }).chat(model),
  },
  anthropic: {
    open: async (model, { baseURL = ANTHROPIC, apiKey = NO_KEY }) =>
      (await import('@ai-sdk/anthropic')).createAnthropic({ apiKey, baseURL, fetch: messages }).messages(model),
  },
  openai_compatible: {
    open: async (model, { baseURL = '', apiKey }) =>
      (await import('@ai-sdk/openai-compatible'))
        .createOpenAICompatible({
          name: 'compatible',
          baseURL,
          fetch: chat,
          includeUsage: true,
          supportsStructuredOutputs: true,
          ...(apiKey ? { apiKey } : {}),
        })
        .chatModel(model),
  },
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;
export const FAMILY_NAMES = Object.keys(FAMILIES) as readonly FamilyName[];

/** A provider's entry names one; the tiers may name others. */
const MOST_MODELS = 16;

/** How much a model may write when its provider's entry does not say. */
export const MAXIMUM_OUTPUT_TOKENS = 2_000;

/** The models of a server that speaks the family's format. */
export function languageModels(
  name: FamilyName,
  access: Access,
  maximumOutputTokens = MAXIMUM_OUTPUT_TOKENS,
): LanguageModels {
  const family: Family = FAMILIES[name];
  // An SDK builds the schemas of its answers with each model.
  const opened = new LRUCache<string, Promise<LanguageModelV4>>({ max: MOST_MODELS });
  return {
    maximumOutputTokens,
    open: (model) => {
      const known = opened.get(model) ?? family.open(model, access);
      opened.set(model, known);
      return known;
    },
    ...(family.providerOptions ? { providerOptions: family.providerOptions } : {}),
  };
}
