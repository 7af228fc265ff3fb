import type { ArtifactBundle, Values } from '@arbiter/contracts';
import type { OpenRun } from '../state/run';

/** A person counts no further. */
const MOST_LISTED = 20;

/**
 * The objects that a reply lists, in its order, by the slot that takes one, so that a person may say "the second". A
 * list in the result of a step whose items have a property of the slot's name.
 */
export function listedIn({ steps }: Pick<OpenRun, 'steps'>, { intents }: Pick<ArtifactBundle, 'intents'>): Values {
  const names = new Set(
    intents.flatMap(({ slots }) =>
      slots.filter(({ expectedType }) => expectedType === 'identifier').map(({ name }) => name),
    ),
  );
  const lists = Object.values(steps).flatMap((step) => ('result' in step ? listsOf(step.result) : []));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const list = lists.find((items) => items.length > 0 && items.every((item) => typeof item[name] === 'string'));
      return list ? [[name, list.slice(0, MOST_LISTED).map((item) => item[name])]] : [];
    }),
  );
}

type Item = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listsOf = (result: unknown): readonly (readonly Item[])[] =>
  isObject(result)
    ? Object.values(result).flatMap((value) =>
        Array.isArray(value) && value.every(isObject) ? [value as readonly Item[]] : [],
      )
    : [];
