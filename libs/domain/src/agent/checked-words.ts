import {
  fillSentence,
  localised,
  type AgentExample,
  type AgentProfile,
  type DecisionContext,
  type RefusedClaims,
  type Speech,
} from '@arbiter/contracts';
import { checkedProse, refusedClaims } from '../prose';
import type { MadeCall, OpenAgent } from './agent-state';
import { answerIn, foundBy, isDelegated } from './found';

/** What of a model's words may be shown. */
export interface CheckedWords {
  readonly said: string;
  readonly refused: RefusedClaims;
  /** whether any of it is the model's own */
  readonly isOfModel: boolean;
}

type Context = Pick<DecisionContext, 'now' | 'artifacts'>;

/** Words before a call: what is unfounded is left out, since nothing of them is taken back later (TP-02, PR-05). */
export const wordsBeforeCall = (agent: OpenAgent, words: string, context: Context): CheckedWords =>
  checked(agent, words, '', context);

/** The answer: what is unfounded gives way to what was found; where nothing is left, that is the answer. */
export function answerOf(agent: OpenAgent, words: string, context: Context): CheckedWords {
  const found = foundBy(agent.calls, localised(context.artifacts, agent.begun.locale));
  const answer = checked(agent, words, found, context);
  return answer.said === '' ? { ...answer, said: found } : answer;
}

/**
 * They may state what its calls brought, each result for itself or two compared, and what was retrieved for it, and
 * nothing of what the person or a model said. The answer of a delegate was checked in the same way, and may be said
 * again as it is.
 */
function checked(agent: OpenAgent, words: string, copy: string, { now, artifacts }: Context): CheckedWords {
  const { copy: speech, agents = [] } = localised(artifacts, agent.begun.locale);
  const ground = {
    copy: [copy, ...agent.calls.filter(isDelegated).flatMap(answerIn), ...sentencesOf(agent, agents, speech)].filter(
      (text) => text !== '',
    ),
    results: agent.calls
      .filter((call) => !isDelegated(call))
      .map(({ result }) => result)
      .filter((result) => result !== undefined),
    evidence: agent.begun.evidence ?? [],
    speech,
    now,
  };
  const prose = checkedProse(words, ground, copy);
  return { said: prose.said.trim(), refused: refusedClaims(prose), isOfModel: prose.hasModelWords };
}

/** The tenant's own sentences of its examples, with the results in place: true as they are. */
const sentencesOf = (
  { calls, begun }: OpenAgent,
  agents: readonly AgentProfile[],
  speech: Speech,
): readonly string[] => {
  const { examples = [] } = agents.find(({ agent }) => agent === begun.task.profile) ?? {};
  const results = Object.fromEntries(calls.map(({ result }, index) => [`${index + 1}`, result]));
  return examples
    .filter((example) => isSameChain(example, calls))
    .map((example) => fillSentence(speech.sentences[example.copy] ?? '', { wish: begun.wish, results }, speech));
};

const isSameChain = (example: AgentExample, calls: readonly MadeCall[]): boolean =>
  example.calls.length === calls.length && calls.every(({ tool }, index) => tool === example.calls[index]!.tool);
