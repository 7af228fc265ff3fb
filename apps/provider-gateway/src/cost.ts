import type { ProviderDefinition } from '@arbiter/contracts';
import type { Candidate, Usage } from '@arbiter/models';

export const NOTHING_USED: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

const PER_MICRODOLLAR = 1_000_000;

/**
 * The cost in whole millionths of a US dollar, the last one rounded up; null: unknown. US dollars per million tokens
 * are millionths per token; prices are made whole before they are multiplied, so that no fraction is lost.
 */
export function microdollarsOf({ definition }: Candidate, usage: Usage): number | null {
  if (definition === undefined) return 0;
  const { inputTokens, outputTokens } = usage;
  if (definition.prices === undefined || inputTokens === null || outputTokens === null) return null;
  const { input, cachedInput, output } = wholePrices(definition.prices);
  const cachedTokens = Math.min(usage.cachedTokens ?? 0, inputTokens);
  return Math.ceil(
    ((inputTokens - cachedTokens) * input + cachedTokens * cachedInput + outputTokens * output) / PER_MICRODOLLAR,
  );
}

/** Millionths of a millionth of a dollar, a token. */
function wholePrices({ input, cachedInput = input, output }: NonNullable<ProviderDefinition['prices']>) {
  const whole = (price: number): number => Math.round(price * PER_MICRODOLLAR);
  return { input: whole(input), cachedInput: whole(cachedInput), output: whole(output) };
}
