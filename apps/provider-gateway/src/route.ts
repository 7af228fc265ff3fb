import { terminal, type Ask, type ModelsDefinition } from '@arbiter/contracts';
import { candidatesOf, capabilityOf, type Candidate } from '@arbiter/platform';

/** Who is asked, in order: the purpose's own tier, then, if that leaves doubt, the tier above. */
export interface Route {
  readonly own: readonly Candidate[];
  readonly above: readonly Candidate[];
}

/**
 * PV-02 to PV-04: the tenant's models.yaml alone decides who is asked; only a classification of tier B may go up to A.
 * Throws a terminal `no_provider` when no provider can answer.
 */
export function routeOf(models: ModelsDefinition, purpose: Ask['purpose']): Route {
  const tier = models.purposes[purpose];
  if (tier === undefined) throw terminal('no_provider', `models.yaml gives "${purpose}" no tier; add it to purposes`, 'purposes');
  const capability = capabilityOf(purpose);
  const own = candidatesOf(models, tier, capability);
  if (own.length === 0) throw terminal('no_provider', `no entry of tier ${tier} has a model for "${purpose}"; add one to models.yaml`, `tiers.${tier}`);
  const mayGoUp = purpose === 'intent' && tier === 'B';
  const isOwn = (candidate: Candidate): boolean => own.some(({ provider, model }) => provider === candidate.provider && model === candidate.model);
  return { own, above: mayGoUp ? candidatesOf(models, 'A', capability).filter((candidate) => !isOwn(candidate)) : [] };
}
