import { TIERS, terminal, tierOf, type ModelsDefinition } from '@arbiter/contracts';
import { candidatesOf, type Ask, type Candidate, type Environment } from '@arbiter/models';

/** The candidates in order: the own tier and its fallbacks; if their answer is doubtful or invalid, the tier above. */
export interface Route {
  readonly own: readonly Candidate[];
  readonly above: readonly Candidate[];
}

/**
 * PV-02 to PV-04: the tenant's artifacts alone decide which models are asked: models.yaml by the class that the step or
 * its intent was compiled with, else by the purpose's. Whatever the purpose, an answer may go up from tier B to A.
 * Throws a terminal `no_provider` when no provider can answer.
 */
export function routeOf(
  models: ModelsDefinition,
  ask: Pick<Ask, 'purpose' | 'class' | 'wish'>,
  environment: Environment = {},
): Route {
  const { purpose } = ask;
  const named = namedFor(models, ask);
  const normal = tierOf(models, named);
  if (named === undefined || normal === undefined)
    throw terminal('no_provider', `models.yaml gives "${named ?? purpose}" no tier; add it to purposes`, 'purposes');
  const tier = clamped(models, normal, ask.wish);
  const own = tiersOf(models, tier).flatMap((next) => candidatesOf(models, next, purpose, environment));
  if (own.length === 0)
    throw terminal(
      'no_provider',
      `no entry of tier ${tier} has a model for "${purpose}"; add one to models.yaml`,
      `tiers.${tier}`,
    );
  const isOwn = (candidate: Candidate): boolean =>
    own.some(({ provider, model }) => provider === candidate.provider && model === candidate.model);
  return {
    own,
    above: tier === 'B' ? candidatesOf(models, 'A', purpose, environment).filter((candidate) => !isOwn(candidate)) : [],
  };
}

/** PV-02: the kind of work; null where models.yaml names a tier itself. */
export function classOf(models: ModelsDefinition, ask: Pick<Ask, 'purpose' | 'class'>): string | null {
  const named = namedFor(models, ask);
  return named === undefined || named in models.tiers ? null : named;
}

const namedFor = ({ purposes }: ModelsDefinition, ask: Pick<Ask, 'purpose' | 'class'>): string | undefined =>
  ask.class ?? purposes[ask.purpose];

/**
 * CP-12: a wish for a dearer tier gets the dearest that policy allows, and never one below the artifacts' own; a wish
 * for a cheaper one changes nothing.
 */
function clamped({ tiers, wishes }: ModelsDefinition, normal: string, wish: string | undefined): string {
  if (wish === undefined || wishes === undefined) return normal;
  const rank = (tier: string): number => (TIERS as readonly string[]).indexOf(tier);
  const granted = rank(wish) < rank(wishes.highest) ? wishes.highest : wish;
  return granted in tiers && rank(granted) < rank(normal) ? granted : normal;
}

/** The tier, and its fallbacks for when no provider of it could answer. */
function tiersOf({ fallback = {} }: ModelsDefinition, tier: string): readonly string[] {
  const all = [tier];
  for (let next = fallback[tier]; next !== undefined && !all.includes(next); next = fallback[next]) all.push(next);
  return all;
}
