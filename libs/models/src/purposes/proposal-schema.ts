import { ATTACHMENTS, type TemplateDefinition } from '@arbiter/contracts';
import type { Draft } from '../context';
import type { ProposalPrompt } from './intent-prompt';

type JsonSchema = NonNullable<Draft['schema']>;

/** The templates that serve an eligible intent: no other may be named. */
export function openTemplates({ intents, eligible, templates }: ProposalPrompt): readonly TemplateDefinition[] {
  const served = intents.filter(({ intent }) => eligible.includes(intent)).map(({ template }) => template);
  return templates.filter(({ template }) => served.includes(template));
}

/** PL-21: an intent's schema, widened by all else that may be proposed; everything is required and nullable. */
export function proposalSchema(ofIntent: JsonSchema, asked: ProposalPrompt): JsonSchema {
  const { context, answers } = asked;
  const open = openTemplates(asked);
  const properties = {
    ...(ofIntent['properties'] as JsonSchema),
    attachment: oneOf('string', ATTACHMENTS),
    topic: oneOf(
      'integer',
      context.topics.map(({ topic }) => topic),
    ),
    template: oneOf(
      'string',
      open.map(({ template }) => template),
    ),
    args: argumentsOf(open),
    ...(answers ? { answer: { type: ['string', 'null'] }, basis: oneOf('string', answers.from) } : {}),
  };
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

const oneOf = (type: string, choices: readonly unknown[]): JsonSchema => ({
  type: [type, 'null'],
  enum: [...choices, null],
});

/** Every argument of every template, as a nullable value; our own check refuses one that does not fit its template. */
function argumentsOf(templates: readonly TemplateDefinition[]): JsonSchema {
  const names = [
    ...new Set(templates.flatMap(({ args }) => Object.keys((args as JsonSchema | null)?.['properties'] ?? {}))),
  ];
  const properties = Object.fromEntries(names.map((name) => [name, { type: ['string', 'number', 'boolean', 'null'] }]));
  return { type: 'object', additionalProperties: false, required: names, properties };
}
