import { causesOf, type ArtifactBundle, type HeaderStep } from '@arbiter/contracts';
import { acts, type OpenRun } from '../state/run';
import type { Standing } from '../state/standing';
import { hasEffect } from './failure-copy';

type Cause = ReturnType<typeof causesOf>[number];

/** What a look-up found that ends the work, and the title of the look-up. */
interface Finding {
  readonly cause: Cause;
  readonly title: string;
}

/**
 * ER-01: the steps of look-ups that found what their plan foresees and that ends it, and of what they keep from being
 * done. A look-up that brought its result has worked, whatever that result says.
 */
export function foundBy(
  run: OpenRun,
  standings: readonly Standing[],
  bundle: ArtifactBundle,
): ReadonlyMap<string, HeaderStep> {
  const findings = new Map<string, Finding>();
  const steps = new Map<string, HeaderStep>();
  for (const standing of standings) {
    const { id: stepId, title, dependsOn } = standing.step;
    const cause = causeFound(run, standing, bundle);
    const before = isUndone(standing) ? dependsOn.flatMap((id) => findings.get(id) ?? [])[0] : undefined;
    if (cause) steps.set(stepId, { stepId, title, status: 'completed' });
    else if (before) steps.set(stepId, { stepId, title, status: 'skipped', error: errorOf(before) });
    const finding = cause ? { cause, title } : before;
    if (finding) findings.set(stepId, finding);
  }
  return steps;
}

/** Null unless a required look-up brought a result, and that is one of those that the plan names. */
function causeFound(run: OpenRun, { step, status, code }: Standing, bundle: ArtifactBundle): Cause | null {
  if (status !== 'failed' || !acts(run, step) || step.optional || hasEffect(step.tool, bundle)) return null;
  if (typeof step.expect === 'string') return null;
  return causesOf(step.expect).find((cause) => cause.code === code) ?? null;
}

const isUndone = ({ status }: Standing): boolean => status === 'skipped' || status === 'pending' || status === 'ready';

const errorOf = ({ cause, title }: Finding): NonNullable<HeaderStep['error']> =>
  cause.otherwise === 'not_needed'
    ? { code: 'not_needed', message: `"${title}" shows that it is not needed.` }
    : { code: cause.code, message: `"${title}" found what rules it out.` };
