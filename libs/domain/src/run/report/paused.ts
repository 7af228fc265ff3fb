import type { ArtifactBundle, EventData, PauseReason, UiLine } from '@arbiter/contracts';
import { line, message, renderCopy, sentenceOf } from '../../words';
import type { Run } from '../state/run';
import { anchorOf } from './anchor';

/** The tenant's sentences about why a playbook waits. */
const COPY: Readonly<Record<PauseReason['why'], string>> = {
  actions: 'playbook_out_of_actions',
  models: 'playbook_out_of_models',
  reauthorise: 'playbook_reauthorise',
};

/** PL-28, EX-23: reports each pause once: what it waits for, in the tenant's own words where it has some. */
export function pauseLines(run: Run, { reasons }: EventData<'run.paused'>, bundle: ArtifactBundle): readonly UiLine[] {
  if (run.phase !== 'open') return [];
  const sentences = reasons.flatMap((reason) =>
    sentenceOf(bundle, COPY[reason.why]) === undefined ? [] : [renderCopy(bundle, COPY[reason.why], { ...reason })],
  );
  const to = { messageId: run.messageId, anchor: anchorOf(run) };
  return [
    line('tool_phase', 'rag.debug', { kind: 'paused', reasons }),
    ...(sentences.length === 0 ? [] : [message('tool_phase', 'pre', to, sentences.join('\n'))]),
  ];
}
