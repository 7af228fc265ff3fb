import type { ArtifactBundle, DecisionContext, EventData, Fact } from '@arbiter/contracts';
import {
  checkedProse,
  closingOf,
  groundOfReply,
  refusedClaims,
  withClosing,
  writtenBy,
  type AskedReply,
  type Prose,
} from '../../prose';
import { stepValues } from '../report/step-values';
import type { OpenRun, Planned, SaidStep, Writing } from '../state/run';

/** CL-05, PR-05: a model's text is used as far as code has checked it; without a model the tenant's own sentence is. */
export function composed(
  run: OpenRun,
  planned: Planned,
  step: SaidStep,
  { segments, requestedAt, prose }: Pick<Writing, 'requestedAt'> & { readonly segments: number; readonly prose: Prose },
  { artifacts }: DecisionContext,
): Fact {
  const closing = closingOf(step, artifacts);
  const asked = { copy: step.copy, closing, values: stepValues(run, planned, step), requestedAt };
  const { text, ...about } = wordsOf(prose, asked, artifacts);
  return {
    name: 'reply.composed',
    data: {
      runId: run.runId,
      stepId: step.id,
      text: closing === null ? text : withClosing(text, closing),
      ...about,
      ...('context' in prose && { context: prose.context }),
      segments,
    },
  };
}

type Composed = Pick<EventData<'reply.composed'>, 'text' | 'by' | 'failure' | 'writtenBy' | 'refused'>;

function wordsOf(prose: Prose, asked: AskedReply, artifacts: ArtifactBundle): Composed {
  const { ground, copy } = groundOfReply(asked, artifacts);
  if ('failure' in prose) return { text: copy, by: 'platform', failure: prose.failure };
  const checked = checkedProse(prose.text, ground, copy);
  const refused = refusedClaims(checked);
  const writer = writtenBy(prose, artifacts);
  const why = refused.length === 0 ? {} : { refused };
  const text = checked.said.trim();
  return checked.hasModelWords
    ? { text, by: 'model', failure: null, ...(writer && { writtenBy: writer }), ...why }
    : { text: text === '' ? copy : text, by: 'platform', failure: 'unfounded_prose', ...why };
}
