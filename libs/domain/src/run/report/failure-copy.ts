import {
  UNEXPECTED_RESULT,
  causesOf,
  ruleOf,
  type ArtifactBundle,
  type Plan,
  type PlanStep,
  type PolicyRule,
} from '@arbiter/contracts';
import { stepsReadBy } from '../../plan';
import { UNKNOWN_OUTCOME, copyOfCode, renderCopy } from '../../words';
import { kindOf, type OpenRun, type Planned } from '../state/run';
import type { Standing } from '../state/standing';
import { stepValues } from './step-values';

/**
 * ER-04: the friendly sentence for a step that did not complete; the header has the stable code. When the result did
 * not meet the step's expectation, the sentence may use it as `result`.
 */
export function failureSentence(run: OpenRun, planned: Planned, failed: Standing, bundle: ArtifactBundle): string {
  const own = templateCopy(run, failed, planned.plan, failed.code ?? failed.status);
  const rule = own === undefined ? deniedBy(failed, bundle) : undefined;
  if (rule && rule.copy === undefined) return rule.reason;
  const copy =
    own ??
    rule?.copy ??
    templateCopy(run, failed, planned.plan, mayHaveHadEffect(failed, bundle) ? 'unknown_outcome' : 'default') ??
    platformCopy(failed, bundle);
  const record = run.steps[failed.step.id];
  const result = record && 'result' in record ? { result: record.result } : {};
  return renderCopy(bundle, copy, { ...stepValues(run, planned, failed.step), ...result });
}

/**
 * The template's copy key for a code, or for the rest of them: from the step itself, else from a step that speaks. A
 * general sentence (`default`) may claim that nothing happened, so it is not used where that is unknown.
 */
function templateCopy(run: OpenRun, failed: Standing, { steps }: Plan, key: string): string | undefined {
  if (failed.status === 'rejected') return undefined;
  const tables = [failed.step, ...steps.filter((step) => kindOf(run, step).hasSentence)].map(
    ({ failureCopy }) => failureCopy ?? {},
  );
  return tables.find((candidate) => Object.hasOwn(candidate, key))?.[key];
}

/**
 * CP-10: the policy's rule that denied the action, by the name that was recorded of it: the person is told why, and not
 * by a general sentence to try again later.
 */
const deniedBy = ({ code, rule: denying }: Standing, { policy }: ArtifactBundle): PolicyRule | undefined =>
  code === 'policy_denied' ? policy.rules.find(({ rule }) => ruleOf('policy', rule) === denying) : undefined;

export function mayHaveHadEffect({ step, status, code }: Standing, bundle: ArtifactBundle): boolean {
  return status === 'unknown' || (status === 'failed' && isUnexpected(step, code) && hasEffect(step.tool, bundle));
}

const isUnexpected = ({ expect }: PlanStep, code: string | null): boolean =>
  code === UNEXPECTED_RESULT || causesOf(expect).some((cause) => cause.code === code);

export const hasEffect = (name: string | undefined, { tools }: ArtifactBundle): boolean =>
  name !== undefined && tools.find(({ tool }) => tool === name)?.riskClass !== 'read';

/** A no of the person did nothing, whatever was asked. */
const platformCopy = (failed: Standing, bundle: ArtifactBundle): string =>
  failed.status !== 'rejected' && mayHaveHadEffect(failed, bundle) ? UNKNOWN_OUTCOME : copyOfCode(failed.code ?? '');

/** The step whose end is the reason why `standing` could not begin; `standing` itself when it did. */
export function blamedFor(standing: Standing, standings: readonly Standing[]): Standing {
  if (standing.status !== 'skipped') return standing;
  const read = stepsReadBy(standing.step.args);
  const missing = standings.find(({ step, status }) => read.includes(step.id) && status !== 'completed');
  return missing ? blamedFor(missing, standings) : standing;
}
