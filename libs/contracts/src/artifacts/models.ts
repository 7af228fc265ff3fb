import { Type, type Static } from 'typebox';
import { Closed, OneOf } from '../vocabulary';

/** How a server of models is spoken to; `local` and `local_lexical` are embedded and need no entry. */
export const PROVIDER_KINDS = ['openai', 'openai_chat', 'anthropic', 'openai_compatible', 'process', 'http'] as const;

/** The variables that may hold a provider's address: none that leads to our own servers. */
const AddressVariable = Type.String({ pattern: '^(ARBITER_MODEL[A-Z0-9_]*|(?!ARBITER_)[A-Z][A-Z0-9_]*_BASE_URL)$' });
/** The variables that may hold its key: none that gives access to our own services. */
const KeyVariable = Type.String({ pattern: '^(?!ARBITER_API_KEY$)[A-Z][A-Z0-9_]*_API_KEY$' });
const Price = Type.Number({ minimum: 0, description: 'US dollars a million tokens' });
const Milliseconds = Type.Integer({ minimum: 100, maximum: 600_000 });

/** PV-08: a model somewhere, without its secrets: these come from the environment of provider-gateway. */
export const ProviderDefinition = Closed({
  name: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  title: Type.Optional(
    Type.String({ minLength: 1, description: 'what people read under an answer it wrote; its name when left out' }),
  ),
  kind: OneOf(PROVIDER_KINDS),
  model: Type.Optional(Type.String({ minLength: 1, description: 'its name at the provider' })),
  modelVariable: Type.Optional(
    Type.String({
      pattern: '^ARBITER_MODEL[A-Z0-9_]*$',
      description: 'where its name stands in the environment instead',
    }),
  ),
  addressVariable: Type.Optional(AddressVariable),
  keyVariable: Type.Optional(KeyVariable),
  contextTokens: Type.Integer({ minimum: 1_000, description: 'how much it can read and write in one call' }),
  prices: Type.Optional(Closed({ input: Price, cachedInput: Type.Optional(Price), output: Price })),
  limits: Type.Optional(
    Closed({
      inFlight: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000, description: 'calls at once, of each replica' }),
      ),
      firstTokenMilliseconds: Type.Optional(Milliseconds),
      totalMilliseconds: Type.Optional(Milliseconds),
      outputTokens: Type.Optional(Type.Integer({ minimum: 16 })),
    }),
  ),
});
export type ProviderDefinition = Static<typeof ProviderDefinition>;

/** A budget for models. */
const MODEL_BUDGET = {
  tokens: Type.Optional(Type.Integer({ minimum: 1, description: 'read and written' })),
  dollars: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'US dollars' })),
};
const ModelBudget = Closed(MODEL_BUDGET);
export type ModelBudget = Static<typeof ModelBudget>;
const Budget = Type.Optional(ModelBudget);
/** PV-11: the budgets for the models of a tenant. A call that would exceed one of them is not made. */
export const BudgetsDefinition = Closed({
  day: Budget,
  run: Budget,
  step: Budget,
});
export type BudgetsDefinition = Static<typeof BudgetsDefinition>;

/** PL-28: the budget of a playbook's run; a limit that is left out is none. */
export const RunBudget = Closed({
  actions: Type.Optional(Type.Integer({ minimum: 1, description: 'of its own and for its objects; each counts once' })),
  ...MODEL_BUDGET,
});
export type RunBudget = Static<typeof RunBudget>;

/**
 * PL-28: a playbook's budgets for a day (UTC), and for a run. Work that would exceed one waits until it is granted
 * more.
 */
export const PlaybookBudgets = Closed({ day: Budget, run: Type.Optional(RunBudget) });
export type PlaybookBudgets = Static<typeof PlaybookBudgets>;

const Tier = Type.String({ pattern: '^[ABC]$' });

/** PV-02: the kinds of work that models do. */
export const STEP_CLASSES = [
  'compile',
  'drafting',
  'replanning',
  'slot_filling',
  'classification',
  'extraction',
  'formatting',
  'canonicalization',
] as const;
export const StepClass = OneOf(STEP_CLASSES);
export type StepClass = (typeof STEP_CLASSES)[number];

/** PV-07: how long models may take for one purpose. */
const PurposeTimes = Closed({
  firstTokenMilliseconds: Type.Optional({
    ...Milliseconds,
    description: 'until a provider has begun to answer, where its own limits do not say; then the next one is asked',
  }),
  totalMilliseconds: Type.Optional({
    ...Milliseconds,
    description:
      'until the answer is whole, whoever gives it; then code goes on alone. `timeoutMilliseconds` when left out',
  }),
});

/**
 * PV-02, PV-07: providers, and tiers of them in order of preference. One whose variables are not set is passed over.
 */
export const ModelsDefinition = Closed({
  providers: Type.Optional(Type.Array(ProviderDefinition)),
  tiers: Type.Record(
    Tier,
    Type.Array(
      Closed({
        provider: Type.String(),
        model: Type.Optional(
          Type.String({ description: 'of an embedded provider; the model of any other stands in its entry' }),
        ),
      }),
      { minItems: 1 },
    ),
    { additionalProperties: false },
  ),
  fallback: Type.Optional(
    Type.Record(Tier, Tier, {
      additionalProperties: false,
      description: 'which tier is asked when no provider of this one could answer',
    }),
  ),
  classes: Type.Optional(
    Type.Unsafe<Partial<Record<StepClass, string>>>({
      ...Closed(Object.fromEntries(STEP_CLASSES.map((name) => [name, Type.Optional(Tier)]))),
      description: 'which tier does what kind of work; a purpose, a step or an intent names the kind',
    }),
  ),
  purposes: Type.Record(
    Type.String(),
    Type.String({ pattern: `^([ABC]|${STEP_CLASSES.join('|')})$`, description: 'a class, or a tier' }),
  ),
  wishes: Type.Optional(
    Closed({
      highest: { ...Tier, description: 'CP-12: the dearest tier that a caller or a model gets for the asking' },
    }),
  ),
  budgets: Type.Optional({
    ...BudgetsDefinition,
    description: 'what models may take in a day (UTC), for a run and for a step of it; no bound when left out',
  }),
  timeoutMilliseconds: Type.Integer({
    minimum: 100,
    maximum: 600_000,
    description: 'until an answer is whole, for every purpose that has no time of its own',
  }),
  times: Type.Optional(Type.Record(Type.String(), PurposeTimes, { description: 'by purpose' })),
  minimumConfidence: Type.Number({ minimum: 0, maximum: 1 }),
});
export type ModelsDefinition = Static<typeof ModelsDefinition>;

/** What models need until their first word, where models.yaml does not say; half of the time in all if that is more. */
const FIRST_TOKEN_MILLISECONDS = 10_000;

/** How long the models may take for a purpose, in milliseconds. */
export interface AnswerTimes {
  /** until a provider has begun */
  readonly firstToken: number;
  /** until the answer is whole, over all providers that are asked */
  readonly total: number;
}

/** The asker's deadline and the gateway's limits are both taken from here, so that they agree. */
export function answerTimes({ times = {}, timeoutMilliseconds }: ModelsDefinition, purpose: string): AnswerTimes {
  const own = Object.hasOwn(times, purpose) ? times[purpose]! : {};
  const total = own.totalMilliseconds ?? timeoutMilliseconds;
  const firstToken = own.firstTokenMilliseconds ?? Math.max(FIRST_TOKEN_MILLISECONDS, total / 2);
  return { firstToken: Math.min(firstToken, total), total };
}

/** PV-02: the tier that a purpose or a class of step leads to; undefined: there is none. A tier may be named itself. */
export const tierOf = ({ tiers, classes = {} }: ModelsDefinition, named: string | undefined): string | undefined => {
  const tier = named === undefined || named in tiers ? named : (classes as Readonly<Record<string, string>>)[named];
  return tier !== undefined && tier in tiers ? tier : undefined;
};
