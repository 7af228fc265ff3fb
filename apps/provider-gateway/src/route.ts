import { terminal, type ModelsDefinition } from '@arbiter/contracts';
import { candidatesOf, purposeOf, type Candidate, type Environment, type PurposeName } from '@arbiter/platform';

/** Who is asked, in order: the purpose's own tier and those that stand in for it; then, if that leaves doubt, the tier above. */
export interface Route {
  readonly own: readonly Candidate[];
  readonly above: readonly Candidate[];
}

/**
 * PV-02 to PV-04: the tenant's models.yaml alone decides who is asked; only what can be doubtful (a classification) may go up from tier B to A.
 * Throws a terminal `no_provider` when no provider can answer.
 */
export function routeOf(models: ModelsDefinition, purpose: PurposeName, environment: Environment = {}): Route {
  const tier = models.purposes[purpose];
  if (tier === undefined)
    throw terminal('no_provider', `models.yaml gives "${purpose}" no tier; add it to purposes`, 'purposes');
  const own = tiersOf(models, tier).flatMap((next) => candidatesOf(models, next, purpose, environment));
  if (own.length === 0)
    throw terminal(
      'no_provider',
      `no entry of tier ${tier} has a model for "${purpose}"; add one to models.yaml`,
      `tiers.${tier}`,
    );
  const mayGoUp = purposeOf(purpose).confidence !== undefined && tier === 'B';
  const isOwn = (candidate: Candidate): boolean =>
    own.some(({ provider, model }) => provider === candidate.provider && model === candidate.model);
  return {
    own,
    above: mayGoUp ? candidatesOf(models, 'A', purpose, environment).filter((candidate) => !isOwn(candidate)) : [],
  };
}

/** The tier, and whoever stands in for it when no provider of it could answer. */
function tiersOf({ fallback = {} }: ModelsDefinition, tier: string): readonly string[] {
  const all = [tier];
  for (let next = fallback[tier]; next !== undefined && !all.includes(next); next = fallback[next]) all.push(next);
  return all;
}
