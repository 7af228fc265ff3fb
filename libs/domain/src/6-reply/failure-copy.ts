import type { ArtifactBundle, Plan } from '@arbiter/contracts';
import { renderCopy, stepsReadBy } from '../3-plan';
import { UNEXPECTED_RESULT, type OpenRun, type Planned, type Standing } from '../4-run';
import { DENIAL_CODES } from '../5-action';
import { stepValues } from './step-values';

/** ER-04: the friendly sentence for a step that did not complete; the stable code stands beside it in the header. */
export function failureSentence(run: OpenRun, planned: Planned, failed: Standing, bundle: ArtifactBundle): string {
  const copy = templateCopy(failed, planned.plan, bundle) ?? platformCopy(failed, bundle);
  return renderCopy(bundle, copy, stepValues(run, planned, failed.step));
}

/** What the template says about this code: the step itself, else a step that speaks; `default` stands for every code. */
function templateCopy(failed: Standing, { steps }: Plan, bundle: ArtifactBundle): string | undefined {
  if (failed.status === 'rejected') return undefined;
  const tables = [failed.step, ...steps.filter(({ type }) => type === 'respond' || type === 'synthesize')].map(({ failureCopy }) => failureCopy ?? {});
  for (const key of copyKeys(failed, bundle)) {
    const table = tables.find((candidate) => Object.hasOwn(candidate, key));
    if (table) return table[key];
  }
  return undefined;
}

/** A general sentence may claim that nothing happened; it must not stand where nobody knows. */
function copyKeys(failed: Standing, bundle: ArtifactBundle): readonly string[] {
  const code = failed.code ?? failed.status;
  return mayHaveHadEffect(failed, bundle) ? [code, 'unknown_outcome'] : [code, 'default'];
}

export function mayHaveHadEffect({ step, status, code }: Standing, bundle: ArtifactBundle): boolean {
  return status === 'unknown' || (code === UNEXPECTED_RESULT && hasEffect(step.tool, bundle));
}

export const hasEffect = (name: string | undefined, { tools }: ArtifactBundle): boolean =>
  name !== undefined && tools.find(({ tool }) => tool === name)?.riskClass !== 'read';

const DENIED: ReadonlySet<string> = new Set(DENIAL_CODES);
const PLATFORM_COPY_OF: Readonly<Record<string, string>> = {
  not_found: 'error_not_found',
  vendor_unavailable: 'error_vendor_unavailable',
  rate_limited: 'error_vendor_unavailable',
  timed_out: 'error_vendor_unavailable',
};

function platformCopy(failed: Standing, bundle: ArtifactBundle): string {
  const code = failed.code ?? '';
  if (failed.status === 'rejected') return rejectionCopy(code);
  if (mayHaveHadEffect(failed, bundle)) return 'error_unknown_outcome';
  if (DENIED.has(code)) return 'error_denied';
  return PLATFORM_COPY_OF[code] ?? 'error_default';
}

function rejectionCopy(code: string): string {
  if (code === 'rejected') return 'rejected';
  return code === 'approval_expired' ? 'approval_expired' : 'plan_rejected';
}

/** The step whose end is to blame that `standing` could not begin; itself when it did. */
export function blamedFor(standing: Standing, standings: readonly Standing[]): Standing {
  if (standing.status !== 'skipped') return standing;
  const read = stepsReadBy(standing.step.args);
  const missing = standings.find(({ step, status }) => read.includes(step.id) && status !== 'completed');
  return missing ? blamedFor(missing, standings) : standing;
}
