import type { Provenance } from '@arbiter/contracts';
import { isSameValue } from '../../../canonical-hash';
import type { Subject } from '../finding';

/** Where what a request claims is not what the log says, named and without a value; null where nothing differs. */
export function differing<Names extends string>(
  recorded: Readonly<Record<Names, unknown>>,
  claimed: Readonly<Record<Names, unknown>>,
): string | null {
  const other = (Object.keys(recorded) as Names[]).find((name) => !isSameValue(recorded[name], claimed[name]));
  return other === undefined ? null : `${other} of the request is not what the recorded plan says`;
}

/** AG-13: where a request belongs to another run, plan or person than it claims; its step is in the recorded plan. */
export function otherRun({ asked, context }: Subject, { plan: { data }, request }: Provenance): string | null {
  const { tenant, customerId } = request;
  return differing(
    {
      run: data.requestId,
      step: asked.origin.kind === 'step' ? asked.origin.stepId : asked.stepId,
      plan: data.planHash,
      artifacts: data.artifacts,
      tenant,
      customer: customerId,
    },
    {
      run: asked.runId,
      step: asked.stepId,
      plan: asked.planHash,
      artifacts: asked.artifacts,
      tenant: context.tenant,
      customer: context.customerId,
    },
  );
}
