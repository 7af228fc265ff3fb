import type { ArtifactBundle, RunView } from '@arbiter/contracts';
import type { Act } from './entry';

/** The acts of the tenant's own sentences; any other sentence without an act answers and acknowledges. */
const ACTS_OF_SENTENCES: Readonly<Record<string, readonly Act[]>> = {
  unknown_intent: ['says_unknown', 'asks'],
  clarification_cap: ['says_unknown', 'asks'],
  yes_no_reprompt: ['asks'],
  nudge_waiting: ['asks', 'answers', 'acknowledges'],
  plan_rejected: ['declines', 'says_unknown'],
  order_not_found: ['declines', 'answers'],
  refund_not_possible: ['declines', 'answers'],
  refund_already_made: ['declines', 'answers'],
  rejected: ['acknowledges', 'declines'],
  cancelled: ['acknowledges', 'declines'],
  nothing_to_cancel: ['acknowledges', 'answers', 'declines'],
  question_closed: ['acknowledges', 'answers', 'declines', 'asks'],
};

/** The acts of the replies to one message: from the contents of the runs, and from the sentence that the text is. */
export class ReplyReader {
  private readonly sentences: readonly (readonly [RegExp, readonly Act[]])[];

  constructor({ copy, translations }: ArtifactBundle) {
    this.sentences = [copy, ...translations].flatMap(({ sentences }) =>
      Object.entries(ACTS_OF_SENTENCES).flatMap(([key, acts]) =>
        sentences[key] === undefined ? [] : [[patternOf(sentences[key]), acts] as const],
      ),
    );
  }

  acts(runs: readonly RunView[], deeds: readonly string[]): ReadonlySet<Act> {
    const found = new Set<Act>();
    for (const run of runs) for (const act of this.actsOf(run, deeds)) found.add(act);
    if (deeds.length > 0) found.add('does');
    if (deeds.includes('handoff')) found.add('hands_over');
    const text = textOf(runs).trim();
    if (found.size === 0 && text !== '') ANSWERS.forEach((act) => found.add(act));
    if (text.endsWith('?') && !found.has('proposes')) found.add('asks');
    return found;
  }

  private actsOf(run: RunView, deeds: readonly string[]): readonly Act[] {
    const { status, code, question, header, reply } = run;
    const steps = header?.steps ?? [];
    return [
      ...(status === 'waiting_for_approval' ? (['proposes'] as const) : []),
      ...(question === null ? [] : (['asks'] as const)),
      ...(status === 'error' ||
      (code !== null && code !== 'cancelled') ||
      steps.some(({ error }) => error !== undefined)
        ? (['declines'] as const)
        : []),
      ...(deeds.length === 0 && reply !== null && steps.some((step) => step.status === 'completed')
        ? (['answers'] as const)
        : []),
      ...this.sentences.filter(([pattern]) => pattern.test(reply ?? '')).flatMap(([, acts]) => acts),
    ];
  }
}

const ANSWERS = ['answers', 'acknowledges'] as const;

/** All that the person reads of it. */
export const textOf = (runs: readonly RunView[]): string =>
  runs
    .flatMap(({ reply, proposal }) => [reply, ...(proposal ? [proposal.plan, proposal.question] : [])])
    .filter((text) => text !== null)
    .join('\n');

/** A sentence with anything in the place of its names. */
function patternOf(sentence: string): RegExp {
  const literal = sentence
    .trim()
    .split(/\{[^{}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(literal.join('[^]*'), 'u');
}
