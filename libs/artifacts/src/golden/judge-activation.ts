import type { ArtifactBundle, EventData, GoldenMetrics, GoldenRecord } from '@arbiter/contracts';
import { EMBEDDED_NAMES } from '@arbiter/models';
import { modelWork } from './model-work';

type Activated = EventData<'artifact.activated'>;

/** What guards the activation of a tenant's artifacts. */
export interface ActivationGuard {
  /** the playbooks that have a golden file */
  readonly guarded: readonly string[];
  /** the recorded measurements, of any models */
  readonly recorded: readonly GoldenRecord[];
  readonly forced: Forced | null;
}

/** An operator lets the changes of these playbooks through and gives a reason. */
export interface Forced {
  readonly playbooks: readonly string[];
  readonly reason: string;
}

/** The active bundle, with the measurements that were known for its playbooks when it was activated. */
export interface ActiveBundle {
  readonly bundle: ArtifactBundle;
  readonly golden: readonly GoldenRecord[];
}

export interface Judged {
  readonly refused: readonly { readonly playbook: string; readonly refusal: string }[];
  /** the part that the activation records */
  readonly kept: Pick<Activated, 'golden' | 'forced'>;
}

/**
 * PV-06, EVL-06: a change of the work that models do for a playbook is let through when the metrics recorded for it are
 * no lower than those of the active bundle, or when it is forced by name. A playbook that is new to the tenant, or has
 * no golden file, needs no metrics.
 */
export function judgeActivation(
  before: ActiveBundle | null,
  next: ArtifactBundle,
  { guarded, recorded, forced }: ActivationGuard,
): Judged {
  const judged = (next.playbooks ?? [])
    .filter(({ definition }) => guarded.includes(definition.playbook))
    .map((active) => {
      const { playbook } = active.definition;
      const work = modelWork(active, next);
      const measured = recorded.find((record) => record.playbook === playbook && record.work === work);
      const last = before?.golden.find((record) => record.playbook === playbook);
      const earlier = before?.bundle.playbooks?.find(({ definition }) => definition.playbook === playbook);
      const isChanged = before !== null && earlier !== undefined && modelWork(earlier, before.bundle) !== work;
      return { playbook, record: measured ?? last, refusal: isChanged ? refusalOf(measured, last) : null };
    });
  const reasonFor = (playbook: string) => (forced?.playbooks.includes(playbook) ? forced.reason : null);
  const stopped = judged.flatMap(({ playbook, refusal }) => (refusal === null ? [] : [{ playbook, refusal }]));
  const golden = judged.flatMap(({ record }) => record ?? []);
  const through = stopped.flatMap((one) => {
    const reason = reasonFor(one.playbook);
    return reason === null ? [] : [{ ...one, reason }];
  });
  return {
    refused: stopped.filter(({ playbook }) => reasonFor(playbook) === null),
    kept: { ...(golden.length > 0 && { golden }), ...(through.length > 0 && { forced: through }) },
  };
}

const METRICS = ['objective', 'verdicts', 'precision', 'recall'] as const satisfies readonly (keyof GoldenMetrics)[];

/** Null: as good as before, as far as that is known. */
function refusalOf(measured: GoldenRecord | undefined, last: GoldenRecord | undefined): string | null {
  if (!measured) return 'how well it does with them has not been measured';
  if (!last) return null;
  const fallen = METRICS.filter((name) => measured[name] < last[name]);
  if (fallen.length > 0)
    return fallen.map((name) => `${name} falls from ${last[name]} to ${measured[name]}`).join(', ');
  return isEmbedded(measured) && !isEmbedded(last)
    ? `it was measured with ${measured.provider}, which is no language model, and with ${last.provider} before`
    : null;
}

const isEmbedded = ({ provider }: GoldenRecord): boolean => EMBEDDED_NAMES.includes(provider);
