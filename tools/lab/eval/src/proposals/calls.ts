import { NO_CONTEXT, type IntentDefinition, type TemplateDefinition, type Values } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';
import type { Case } from './case';
import { acceptableArguments } from './acceptable';

export const ToolShape = Type.Object({
  name: Type.String(),
  description: Type.String(),
  parameters: Type.Record(Type.String(), Type.Unknown()),
});
export type Tool = Static<typeof ToolShape>;

/** One line of a file of tool calls: the request, the tools, and the one call that is expected. */
export const CallRow = Type.Object({
  id: Type.String(),
  messages: Type.Array(Type.Object({ content: Type.String() }), { minItems: 1 }),
  tools: Type.Array(ToolShape, { minItems: 1 }),
  expected_calls: Type.Array(
    Type.Object({
      name: Type.String(),
      arguments: Type.Record(Type.String(), Type.Unknown()),
      acceptable: Type.Record(Type.String(), Type.Array(Type.Unknown())),
      schema_valid: Type.Boolean(),
    }),
    { minItems: 1, maxItems: 1 },
  ),
});
export type CallRow = Static<typeof CallRow>;

/** Tools as templates that a model may name, each behind an intent of the same name. */
export function caseOf({ id, messages, tools, expected_calls: [expected] }: CallRow): Case | null {
  if (!expected?.schema_valid) return null;
  const names = new Map(tools.map(({ name }, place) => [name, templateName(name, place)]));
  const named = (tool: Tool): string => names.get(tool.name) ?? '';
  return {
    id,
    prompt: {
      text: messages.map(({ content }) => content).join('\n'),
      eligible: [...names.values()],
      intents: tools.map((tool) => intentOf(tool, named(tool))),
      templates: tools.map((tool) => templateOf(tool, named(tool))),
      context: NO_CONTEXT,
      answers: null,
    },
    expected: {
      template: names.get(expected.name) ?? '',
      args: expected.arguments,
      fits: (args) => acceptableArguments(args, expected.acceptable),
    },
    mayAnswer: () => false,
  };
}

const LONGEST_NAME = 48;

/** A name as artifacts write it. */
const templateName = (name: string, place: number): string =>
  `t${place}_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`.slice(0, LONGEST_NAME);

export const templateOf = ({ description, parameters }: Tool, template: string): TemplateDefinition => ({
  template,
  version: '1.0.0',
  description,
  args: parameters,
  scope: { allowed: {} },
  steps: [{ id: 'reply', type: 'respond', copy: 'done' }],
});

const intentOf = ({ name, description, parameters }: Tool, intent: string): IntentDefinition => ({
  intent,
  description,
  template: intent,
  examples: [description, name.replaceAll(/[._]+/g, ' '), `${name.replaceAll(/[._]+/g, ' ')}: ${description}`],
  slots: Object.entries((parameters['properties'] ?? {}) as Record<string, Values>).flatMap(slotOf),
});

const TYPES: Readonly<Record<string, IntentDefinition['slots'][number]['expectedType']>> = {
  integer: 'number',
  number: 'number',
  boolean: 'yes_no',
  string: 'freeform',
};

/** An argument with more than one value is no slot. */
function slotOf([name, { type, description, enum: choices }]: [string, Values]): IntentDefinition['slots'] {
  const expectedType = TYPES[String(type)];
  if (expectedType === undefined) return [];
  const prompt = String(description ?? name) || name;
  return Array.isArray(choices) && choices.every((choice) => typeof choice === 'string')
    ? [{ name, expectedType: 'choice', required: false, prompt, choices }]
    : [{ name, expectedType, required: false, prompt }];
}
