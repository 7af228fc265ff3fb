import type { ArtifactBundle, FactOf } from '@arbiter/contracts';
import { renderCopy, resolveBindings } from '../3-plan';
import type { OpenRun, Planned } from '../4-run';
import { anchorOf } from './anchor';
import { preMessageOf } from './pre-message';

/** CH-15, PL-25: a run says what it is about to do, before it does anything. */
export function announcement(run: OpenRun, { plan, args }: Planned, bundle: ArtifactBundle): readonly FactOf<'run.announced'>[] {
  const pre = preMessageOf(plan);
  if (pre === null) return [];
  const { runId, sessionId, channel, messageId, delivery: { locale } } = run;
  const text = renderCopy(bundle, pre.copy, { ...resolveBindings(pre.step?.args, { args, results: {} }), args });
  return [{ name: 'run.announced', data: { runId, sessionId, channel, messageId, locale, anchor: anchorOf(run), text } }];
}
