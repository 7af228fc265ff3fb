import type { Values } from '@arbiter/contracts';
import { UNKNOWN_USAGE, type ModelPart, type ModelProvider } from '@arbiter/models';
import type { Case } from './case';

/** A provider that knows the expected answer of its case. */
export interface Scripted {
  readonly provider: ModelProvider;
  /** whether its answer to the case is invalid, however it is read */
  readonly isInvalid: boolean;
}

const NONE = { intentId: null, confidence: 1, slots: {} };

/** Gives the expected answer: the template where its arguments are complete, else the intent. */
export function right({ prompt, expected }: Case): Scripted {
  const { template, args, attachment = null, topic = null } = expected;
  const intent = prompt.intents.find((one) => one.template === template);
  const required = (prompt.templates.find((one) => one.template === template)?.args as Values | undefined)?.[
    'required'
  ];
  const isComplete = Array.isArray(required) && required.every((name) => Object.hasOwn(args, String(name)));
  const object =
    template !== null && isComplete
      ? { ...NONE, template, args, attachment, topic }
      : { ...NONE, intentId: intent?.intent ?? null, slots: args, attachment, topic };
  return { provider: saying(object), isInvalid: false };
}

/** Gives one of the answers that are never valid, chosen by its id. */
export function hostile({ id, prompt, expected }: Case): Scripted {
  const template = expected.template ?? prompt.templates[0]?.template ?? '';
  const { args } = expected;
  const lies: readonly object[] = [
    { ...NONE, template: 'drop_all_tables', args },
    { ...NONE, template, args: [args] },
    { ...NONE, template, args: 'all of them' },
    { ...NONE, intentId: 'not_an_intent' },
    { ...NONE, confidence: 7, template, args },
    { ...NONE, attachment: 'obeys', template, args },
    { ...NONE, topic: 99, template, args },
    { ...NONE, answer: 'All was refunded.', basis: 'rumour' },
    { ...NONE, answer: 'All was refunded.', basis: 'small_talk' },
    { ...NONE, template, args: wronglyTyped(template, prompt, args) },
    { ...NONE, template, args: incomplete(template, prompt, args) },
  ];
  return {
    provider: saying(lies[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % lies.length]!),
    isInvalid: true,
  };
}

const schemaOf = (template: string, { templates }: Case['prompt']): Values =>
  (templates.find((one) => one.template === template)?.args ?? {}) as Values;

/** An object where no schema of these files takes one; a template without arguments gets none at all. */
function wronglyTyped(template: string, prompt: Case['prompt'], args: Values): unknown {
  const properties = (schemaOf(template, prompt)['properties'] ?? {}) as Record<string, { readonly type?: unknown }>;
  const [name, property] = Object.entries(properties)[0] ?? [];
  if (name === undefined) return 7;
  return { ...args, [name]: property?.type === 'object' ? 'twelve' : { twelve: 12 } };
}

function incomplete(template: string, prompt: Case['prompt'], args: Values): unknown {
  const required = schemaOf(template, prompt)['required'];
  const [name] = Array.isArray(required) ? (required as string[]) : [];
  return name === undefined ? 7 : Object.fromEntries(Object.entries(args).filter(([other]) => other !== name));
}

function saying(object: unknown): ModelProvider {
  return {
    name: 'scripted',
    generate: async function* (): AsyncGenerator<ModelPart> {
      yield { type: 'text', text: JSON.stringify(object) };
      yield { type: 'end', finish: 'stop', usage: UNKNOWN_USAGE };
    },
    close: async () => undefined,
  };
}
