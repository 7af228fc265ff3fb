import { ANSWER_BASES, ATTACHMENTS, type AnswerBasis, type Attachment, type PersonalValues } from '@arbiter/contracts';
import type { Completion } from '../completion';
import { invalidProposal as invalid } from '../invalid-proposal';
import { checkArguments } from '../valid-arguments';
import { intentTask, understandingOf } from './intent-task';
import type { ProposalPrompt, TurnProposal } from './intent-prompt';
import { objectOf } from './object-of';
import { openTemplates, proposalSchema } from './proposal-schema';
import type { Content, Task } from './purpose';

const INSTRUCTIONS = [
  'topics are what is open in the chat; past is what was said before. attachment says how the message relates to them: it answers',
  'what a topic asks, corrects what was said, requests something, asks_about a topic, or is only courtesy; topic is the number of',
  'the one that is meant; null for what does not apply.',
  'When an intent is meant and the message gives every argument of its template, you may name the template with args instead.',
].join('\n');
const ANSWERING = [
  'When the message asks for nothing to be done, you may answer it in a few words of your own: answer, with its basis, one of',
  'answers.from. Say nothing about what answers.never names, and no fact that does not stand in the data.',
].join('\n');

/**
 * Reads a text within its chat; whatever comes back is checked as if nothing had held the model to the schema (PL-21).
 */
export function proposalTask(asked: ProposalPrompt): Task<Content<TurnProposal>> {
  const { draft, inputCharacters } = intentTask(asked);
  const { context, answers, personal: tagged } = asked;
  return {
    inputCharacters: inputCharacters + JSON.stringify(context).length,
    draft: {
      ...draft,
      instructions: [draft.instructions, INSTRUCTIONS, ...(answers ? [ANSWERING] : [])].join('\n'),
      schema: proposalSchema(draft.schema ?? {}, asked),
      fields: {
        ...draft.fields,
        templates: { from: 'tenant', value: templatesOf(asked) },
        topics: { from: 'person', value: context.topics, tagged, shortening: { rank: 2, keep: 'last', least: 1 } },
        past: { from: 'person', value: context.past, tagged, shortening: { rank: 1, keep: 'last', least: 0 } },
        ...(answers ? { answers: { from: 'tenant', value: answers } } : {}),
      },
    },
    answer: (completion, personal) => proposalIn(completion, asked, personal),
  };
}

/** The template of each eligible intent. */
const templatesOf = ({ intents, eligible }: ProposalPrompt) =>
  intents.filter(({ intent }) => eligible.includes(intent)).map(({ intent, template }) => ({ template, intent }));

function proposalIn(completion: Completion, asked: ProposalPrompt, personal?: PersonalValues): Content<TurnProposal> {
  const { template = null, args = {}, answer = null, basis = null, ...object } = objectOf(completion);
  const relation = relationIn(object, asked);
  const { confidence, intentId, slots } = understandingOf(object, asked, personal);
  if (template !== null) {
    const checked = checkArguments(template, args, openTemplates(asked), personal);
    if (intentId !== null && asked.intents.find(({ intent }) => intent === intentId)?.template !== template)
      throw invalid('template', 'is not the one of the intent');
    return { kind: 'template', template: template as string, args: checked, confidence, ...relation };
  }
  if (answer === null || intentId !== null) return { kind: 'intent', intentId, confidence, slots, ...relation };
  return { kind: 'answer', ...answerIn(answer, basis, asked), confidence, ...relation };
}

function relationIn({ attachment = null, topic = null }: Readonly<Record<string, unknown>>, asked: ProposalPrompt) {
  if (attachment !== null && !ATTACHMENTS.includes(attachment as Attachment))
    throw invalid('attachment', `is none of ${ATTACHMENTS.join(', ')}`);
  if (topic !== null && !asked.context.topics.some((open) => open.topic === topic))
    throw invalid('topic', 'is none of the open topics');
  return { attachment: attachment as Attachment | null, topic: topic as number | null };
}

function answerIn(text: unknown, basis: unknown, { answers }: ProposalPrompt) {
  if (answers === null) throw invalid('answer', 'is not allowed here');
  if (typeof text !== 'string' || text.trim() === '') throw invalid('answer', 'is no text');
  if (!ANSWER_BASES.includes(basis as AnswerBasis) || !answers.from.includes(basis as AnswerBasis))
    throw invalid('basis', `is none of ${answers.from.join(', ')}`);
  return { text, basis: basis as AnswerBasis };
}
