import {
  valueAt,
  withPersonalValues,
  type ArtifactBundle,
  type EventData,
  type Plan,
  type Proposal,
  type StepOf,
  type Values,
} from '@arbiter/contracts';
import { extractSlot, isBinding, isExtracted, playbookOfPlan, resolveBindings } from '../../plan';
import { foundedText, proseOf, type TextGround } from '../../prose';
import type { StepEnding } from '../decide/validation';

export type SlotStep = StepOf<'write' | 'extract'>;

/** A slot to be filled: its step, within the plan for an object. */
export interface SlotOfBranch {
  readonly step: SlotStep;
  readonly plan: Plan;
  /** of the branch */
  readonly args: Values;
}

const LONGEST_TEXT = 8_000;

/** An answer that was lost, or comes too late, is none. */
export const TOO_LATE: Proposal = { kind: 'failure', code: 'timed_out', message: 'no answer came in time' };

/** The input of a slot's step: the facts for a text, or the text that contains a value. */
export const valuesOfSlot = ({ step, args }: SlotOfBranch): Values => resolveBindings(step.args, { args, results: {} });

/** PL-16: prose that is unfounded or missing is replaced by the tenant's own sentence. */
export function endingOfText(of: SlotOfBranch, proposal: Proposal, at: string, bundle: ArtifactBundle): StepEnding {
  const prose = proseOf(proposal);
  if ('failure' in prose) return completed({ text: ownWords(of), by: 'platform', failure: prose.failure });
  const text = foundedText(prose.text, groundOf(of, at, bundle), bundle);
  if (text === null) return completed({ text: ownWords(of), by: 'platform', failure: 'not_founded' });
  return completed({ text, by: 'model', provider: prose.provider, model: prose.model });
}

export function endingOfValue(of: SlotOfBranch, proposal: Proposal, _: string, bundle: ArtifactBundle): StepEnding {
  if (proposal.kind === 'failure') return NOT_ANSWERED;
  if (proposal.kind !== 'value') return NOTHING_EXTRACTED;
  const value = withPersonalValues(proposal.value, proposal.personal);
  return mayFill(of, value, bundle)
    ? completed({ value, provider: proposal.provider, model: proposal.model })
    : NOTHING_EXTRACTED;
}

/** The object is held: nothing is done for it by a guess. */
export const NOTHING_EXTRACTED: StepEnding = {
  status: 'failed',
  code: 'nothing_extracted',
  message: 'What this step looks for was not found in the text.',
  result: null,
};

/** The object is held, and the message repeats nothing of its text. */
const NOT_ANSWERED: StepEnding = {
  status: 'failed',
  code: 'not_answered',
  message: 'No model gave an answer that can be used to what this step looks for.',
  result: null,
};

/** CP-11: whether a recorded value could have filled the slot; the gateway that acts upon it checks this again. */
export function couldFill(
  of: SlotOfBranch,
  { status, result, at }: Pick<EventData<'step.completed'>, 'status' | 'result' | 'at'>,
  bundle: ArtifactBundle,
): boolean {
  if (status !== 'completed') return false;
  if (of.step.type === 'extract') return mayFill(of, valueAt(result, ['value']), bundle);
  const text = valueAt(result, ['text']);
  return (
    typeof text === 'string' && (text === ownWords(of) || foundedText(text, groundOf(of, at, bundle), bundle) === text)
  );
}

function mayFill(of: SlotOfBranch, value: unknown, bundle: ArtifactBundle): boolean {
  const definition = playbookOfPlan(bundle, of.plan)?.definition;
  const slot = definition && extractSlot(definition, of.step.slot);
  const text = valuesOfSlot(of)['text'];
  return slot !== undefined && typeof text === 'string' && isExtracted(value, slot, text);
}

/** The tenant's own sentence about the object. */
const ownWords = ({ step, args }: SlotOfBranch): string => String(valueAt(args, ['prose', step.slot]) ?? '');

const groundOf = (of: SlotOfBranch, now: string, bundle: ArtifactBundle): TextGround => ({
  copy: ownWords(of),
  values: valuesOfSlot(of),
  most: longestOf(of, bundle),
  now,
});

/** The greatest length that every tool which takes the text allows. */
function longestOf({ plan, step }: SlotOfBranch, { tools }: ArtifactBundle): number {
  const taken = plan.steps.flatMap(({ tool, args = {} }) =>
    Object.entries(args)
      .filter(([, value]) => isBinding(value) && value.from === `steps.${step.id}.result.text`)
      .map(([name]) => valueAt(tools.find((known) => known.tool === tool)?.args, ['properties', name, 'maxLength'])),
  );
  return Math.min(LONGEST_TEXT, ...taken.filter((most) => typeof most === 'number'));
}

const completed = (result: Values): StepEnding => ({ status: 'completed', code: null, message: '', result });
