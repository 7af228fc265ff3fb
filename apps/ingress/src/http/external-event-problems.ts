import { EXTENSION_NAME, ExtensionValue, ExternalEvent } from '@arbiter/contracts';
import { fieldProblem, objectProblems, type FieldProblem } from '@arbiter/runtime';

const ATTRIBUTES = Object.keys(ExternalEvent.properties);

/** The mistakes in an event, judged by CloudEvents 1.0, JSON format. */
export function externalEventProblems(value: unknown): readonly FieldProblem[] {
  const extensions = Object.entries(isObject(value) ? value : {}).filter(([name]) => !ATTRIBUTES.includes(name));
  const attributes = isObject(value) ? Object.fromEntries(Object.entries(value).filter(isAttribute)) : value;
  return [
    ...objectProblems(ExternalEvent, attributes),
    ...extensions.flatMap(([name, given]) => extensionProblem(name, given) ?? []),
    ...(isObject(value) ? dataProblems(value) : []),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAttribute = ([name]: [string, unknown]): boolean => ATTRIBUTES.includes(name);

const extensionProblem = (name: string, given: unknown): FieldProblem | null =>
  EXTENSION_NAME.test(name)
    ? fieldProblem(name, ExtensionValue, given)
    : { field: name, detail: `${name} is no name of an attribute; use lower-case letters and digits alone` };

const dataProblems = ({ data, data_base64: encoded }: Record<string, unknown>): readonly FieldProblem[] =>
  data !== undefined && encoded !== undefined
    ? [{ field: 'data_base64', detail: 'data_base64 stands beside data; send one of them' }]
    : [];
