import { isDeepStrictEqual } from 'node:util';
import { ArbiterError, withPersonalValues, type Proposal, type Values } from '@arbiter/contracts';
import { guarded } from '@arbiter/domain';
import { completionOf, proposalTask, type TurnProposal } from '@arbiter/models';
import { shareOf } from '../routing/score';
import type { Case } from './case';
import type { Source } from './source';

/** The output of `npm run eval -- proposals`. */
export interface ProposalScore {
  readonly n: number;
  /** of all cases, those of which something was proposed that our checks took */
  readonly taken: number;
  /** the answers with the right template, or rightly none */
  readonly names: number;
  /** the answers with the right template and all arguments right */
  readonly arguments: number;
  /**
   * of the cases that state how the text relates to the open topics, those that were right; null where none states it
   */
  readonly relations: number | null;
  /** proposals that are invalid and were taken all the same */
  readonly invalid_taken: number;
  /** why proposals were refused, by how many */
  readonly refused: Readonly<Record<string, number>>;
}

const PATIENCE_MILLISECONDS = 60_000;

interface Outcome {
  readonly subject: Case;
  readonly isInvalid: boolean;
  readonly proposal: TurnProposal | null;
  readonly refusal: string | null;
}

/** Asks about each case once, and puts the answer through the same checks as every answer of a model. */
export async function evaluateProposals(
  cases: readonly Case[],
  source: Source,
  tell: (done: number) => void = () => undefined,
): Promise<ProposalScore> {
  const outcomes: Outcome[] = [];
  for (const subject of cases) {
    outcomes.push(await proposedFor(subject, source));
    tell(outcomes.length);
  }
  const related = outcomes.filter(
    ({ subject: { expected } }) => expected.attachment !== undefined || expected.topic !== undefined,
  );
  const refusals = outcomes.flatMap(({ refusal }) => refusal ?? []);
  return {
    n: outcomes.length,
    taken: shareOf(outcomes, ({ proposal }) => proposal !== null),
    names: shareOf(outcomes, isNamed),
    arguments: shareOf(
      outcomes,
      (outcome) => isNamed(outcome) && outcome.subject.expected.fits(argumentsOf(outcome.proposal!)),
    ),
    relations: related.length === 0 ? null : shareOf(related, isRelated),
    invalid_taken: outcomes.filter(({ isInvalid, proposal }) => isInvalid && proposal !== null).length,
    refused: Object.fromEntries(
      [...new Set(refusals)].map((why) => [why, refusals.filter((other) => other === why).length]),
    ),
  };
}

async function proposedFor(subject: Case, source: Source): Promise<Outcome> {
  const { provider, model, isInvalid, promptOf } = await source.of(subject);
  const task = proposalTask(subject.prompt);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const { prompt, personal } = await promptOf(task.draft);
    const proposal = task.answer(await completionOf(provider.generate(prompt, model, signal)), personal);
    const taken = guarded({ ...withPersonalValues(proposal, personal), provider: provider.name, model } as Proposal);
    if (taken.kind === 'failure') return { subject, isInvalid, proposal: null, refusal: taken.code };
    if (taken.kind === 'answer' && !subject.mayAnswer(taken))
      return { subject, isInvalid, proposal: null, refusal: 'answer_refused' };
    return { subject, isInvalid, proposal: taken, refusal: null };
  } catch (error) {
    if (!(error instanceof ArbiterError)) throw error;
    return { subject, isInvalid, proposal: null, refusal: error.code };
  }
}

function isNamed({ subject: { prompt, expected }, proposal }: Outcome): boolean {
  if (proposal === null) return false;
  if (proposal.kind === 'template') return proposal.template === expected.template;
  const intentId = proposal.kind === 'intent' ? proposal.intentId : null;
  return (prompt.intents.find(({ intent }) => intent === intentId)?.template ?? null) === expected.template;
}

function argumentsOf(proposal: TurnProposal): Values {
  if (proposal.kind === 'answer') return {};
  return proposal.kind === 'template' ? proposal.args : proposal.slots;
}

const isRelated = ({ subject: { expected }, proposal }: Outcome): boolean =>
  proposal !== null &&
  (expected.attachment === undefined || isDeepStrictEqual(proposal.attachment, expected.attachment)) &&
  (expected.topic === undefined || isDeepStrictEqual(proposal.topic ?? null, expected.topic));
