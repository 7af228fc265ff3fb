import { valueAt, type Values } from '@arbiter/contracts';
import { memoise } from '../../memoise';

/** A value of a step that is taken from the run's arguments or from the result of an earlier step. */
export interface Binding {
  readonly from: string;
}

/** Where a binding reads: `args.orderNumber`, `steps.lookup.result.total`. */
export type BindingSource =
  | { readonly of: 'args'; readonly path: readonly string[] }
  | { readonly of: 'step'; readonly stepId: string; readonly path: readonly string[] };

/** The values that bindings are resolved from: the run's arguments, and the results of the steps that completed. */
export interface BindingValues {
  readonly args: Values;
  readonly results: Readonly<Record<string, unknown>>;
}

const SOURCE = /^(?:args((?:\.[A-Za-z0-9_]+)+)|steps\.([a-z][a-z0-9_]*)\.result((?:\.\$?[A-Za-z0-9_]+)*))$/;

export const isBinding = (value: unknown): value is Binding =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Binding).from === 'string' &&
  Object.keys(value).length === 1;

/** Null when the text names neither an argument nor the result of a step. */
export function sourceOf({ from }: Binding): BindingSource | null {
  const match = SOURCE.exec(from);
  if (!match) return null;
  const [, argument, stepId, result = ''] = match;
  if (stepId === undefined) return { of: 'args', path: argument!.slice(1).split('.') };
  return { of: 'step', stepId, path: result === '' ? [] : result.slice(1).split('.') };
}

/** The steps whose results these values read. */
export const stepsReadBy = (values: Values = NO_VALUES): readonly string[] => readBy(values);

const NO_VALUES: Values = {};
/** Read once: the state of a plan's steps is computed again with every step that ends. */
const readBy = memoise((values: Values): readonly string[] =>
  Object.values(values).flatMap((value) => {
    const source = isBinding(value) ? sourceOf(value) : null;
    return source?.of === 'step' ? [source.stepId] : [];
  }),
);

/** Puts values in the place of bindings; one that finds nothing is left out, so that a schema can miss it. */
export function resolveBindings(values: Values = {}, from: BindingValues): Values {
  const entries = Object.entries(values).map(
    ([name, value]) => [name, isBinding(value) ? valueOf(value, from) : value] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function valueOf(binding: Binding, { args, results }: BindingValues): unknown {
  const source = sourceOf(binding);
  if (source === null) return undefined;
  return source.of === 'args' ? valueAt(args, source.path) : valueAt(results, [source.stepId, ...source.path]);
}
