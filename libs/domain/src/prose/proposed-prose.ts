import {
  ArbiterError,
  withoutReasoning,
  type ArtifactBundle,
  type ContextReport,
  type PlanStep,
  type Proposal,
  type WrittenBy,
} from '@arbiter/contracts';
import { languageOf } from '../language';

/** The result of a proposal for prose: its text, or why there is none. */
export type Prose =
  | { readonly text: string; readonly provider: string; readonly model: string; readonly context?: ContextReport }
  | { readonly failure: string };

/** A reply is not a document. */
const MAXIMUM_PROSE = 8_000;

/** Takes the words of a model and nothing of its reasoning (CX-09). */
export function proseOf(proposal: Proposal): Prose {
  if (proposal.kind === 'failure') return { failure: proposal.code };
  if (proposal.kind !== 'reply') return { failure: 'unexpected_proposal' };
  const spoken = spokenOf(proposal.text);
  if (spoken === null) return { failure: 'reasoning_leaked' };
  const text = spoken.trim().slice(0, MAXIMUM_PROSE).toWellFormed();
  const { provider, model, context } = proposal;
  return text === '' ? { failure: 'empty' } : { text, provider, model, ...(context && { context }) };
}

/** Null where it cannot be told what of a text is reasoning. */
function spokenOf(text: string): string | null {
  try {
    return withoutReasoning(text);
  } catch (error) {
    if (error instanceof ArbiterError && error.code === 'reasoning_leaked') return null;
    throw error;
  }
}

/** CL-04: a clarifying question ends with the offer of a person, in its language; any other text has no fixed end. */
export const closingOf = ({ question }: PlanStep, { copy }: ArtifactBundle): string | null =>
  question === undefined ? null : languageOf(copy.locale).handoffSentence;

/** CL-04: whether a model or the copy wrote it, it ends with the offer of a person. */
export const withClosing = (text: string, closing: string): string =>
  text.endsWith(closing) ? text : `${text} ${closing}`.trimStart();

/** The writer as people see it; null for the embedded ones, which say the tenant's own sentences. */
export function writtenBy(
  { provider, model }: { readonly provider: string; readonly model: string },
  { models: { providers = [] } }: Pick<ArtifactBundle, 'models'>,
): WrittenBy | null {
  const definition = providers.find(({ name }) => name === provider);
  return definition === undefined ? null : { provider: definition.title ?? provider, model };
}
