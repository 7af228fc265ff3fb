import type { ArtifactBundle, FactOf } from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { renderCopy } from '../../words';
import { spokenArgs, type OpenRun, type Planned } from '../state/run';
import { anchorOf } from './anchor';
import { preMessageOf } from './pre-message';

/**
 * CH-15, PL-22: the message of the plan itself before its actions is a fact of its own, so that it reaches every
 * channel. The beginning of work is only shown, by run.planned; on other channels the mark on the message shows it
 * (CH-10).
 */
export function announcement(
  run: OpenRun,
  planned: Planned,
  bundle: ArtifactBundle,
): readonly FactOf<'run.announced'>[] {
  const step = preMessageOf(run, planned.plan);
  const args = spokenArgs(planned);
  if (step === null) return [];
  const {
    runId,
    sessionId,
    channel,
    messageId,
    delivery: { locale },
  } = run;
  const text = renderCopy(bundle, step.copy, { ...resolveBindings(step.args, { args, results: {} }), args });
  return [
    { name: 'run.announced', data: { runId, sessionId, channel, messageId, locale, anchor: anchorOf(run), text } },
  ];
}
