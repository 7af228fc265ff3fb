import {
  NO_PERSONAL_VALUES,
  personalValuesOf,
  retryable,
  tokensIn,
  treatmentsOf,
  type ContextDefinition,
  type PersonalValues,
  type ProviderDefinition,
} from '@arbiter/contracts';
import {
  assembled,
  embeddedPrompt,
  loadRecognisers,
  type Assembled,
  type Draft,
  type PrivacyRules,
} from '@arbiter/models';
import { LRUCache } from 'lru-cache';

const MOST_TENANTS = 1_000;
/** kept for the answer where a provider names no limit */
const OUTPUT_TOKENS = 2_000;

export type Context = Pick<Assembled, 'prompt' | 'personal'> & Partial<Pick<Assembled, 'report'>>;

/** Assembles the prompt of a provider, fresh for each call (CX-01). */
export class Contexts {
  private readonly digests = new LRUCache<string, PrivacyRules['digest']>({ max: MOST_TENANTS });

  constructor(private readonly digestsOf: (tenant: string) => PrivacyRules['digest']) {}

  /** Loads the code that a first context would wait for. */
  async prepare(): Promise<void> {
    await loadRecognisers();
  }

  /** Throws a retryable `context_too_large` when the provider cannot read so much. */
  async of(
    draft: Draft,
    tenant: string,
    declared: ContextDefinition | undefined,
    definition: ProviderDefinition | undefined,
  ): Promise<Context> {
    if (definition === undefined) return { prompt: embeddedPrompt(draft), personal: NO_PERSONAL_VALUES };
    const rules = {
      recognisers: await loadRecognisers(),
      treatments: treatmentsOf(declared),
      digest: this.digestOf(tenant),
    };
    return assembled(draft, rules, definition.contextTokens - (definition.limits?.outputTokens ?? OUTPUT_TOKENS));
  }

  private digestOf(tenant: string): PrivacyRules['digest'] {
    const known = this.digests.get(tenant) ?? this.digestsOf(tenant);
    this.digests.set(tenant, known);
    return known;
  }
}

/**
 * AG-08: the values of an answer's tokens are sent with it. A token that the model was not given makes it a retryable
 * `invalid_proposal`.
 */
export function personalOf(answer: object, personal: PersonalValues): { readonly personal?: PersonalValues } {
  const named = tokensIn(answer);
  if (named.some((token) => !Object.hasOwn(personal, token)))
    throw retryable('invalid_proposal', "the provider's proposal is not used: it names a token that it was not given");
  return named.length === 0 ? {} : { personal: personalValuesOf(answer, personal) };
}
