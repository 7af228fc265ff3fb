import { listIn, objectIn, type JsonObject } from './wire-rule';

/**
 * The usage of an event, in the one form that the SDK reads: Groq and Moonshot put it elsewhere, and of the tokens that
 * were cached DeepSeek, Moonshot and servers before Anthropic's models write in fields of their own. Null: it has none.
 */
export function usageIn(event: JsonObject): JsonObject | null {
  const places = [event, objectIn(event['x_groq']), ...listIn(event['choices'])];
  const usage = places.map((place) => place['usage']).find((found) => typeof found === 'object' && found !== null);
  if (usage === undefined) return null;
  const found = objectIn(usage);
  const details = objectIn(found['prompt_tokens_details']);
  const cached = [
    details['cached_tokens'],
    found['prompt_cache_hit_tokens'],
    found['cached_tokens'],
    found['cache_read_input_tokens'],
    found['num_cached_tokens'],
  ].find((tokens) => typeof tokens === 'number');
  return cached === undefined ? found : { ...found, prompt_tokens_details: { ...details, cached_tokens: cached } };
}
