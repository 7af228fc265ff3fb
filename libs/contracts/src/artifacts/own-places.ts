import type { Values } from '../vocabulary';
import { PLATFORM_COPY, type PlatformCopyKey } from './copy-keys';

/** Places that hold what a person wrote, or what a vendor calls a thing. */
const OF_OTHERS: ReadonlySet<string> = new Set(['object_offer.object', 'not_understood_part.text']);
/** What a question about an action may hold besides the action's arguments. */
const OF_A_QUESTION = ['steps', 'title', 'details'];

/**
 * The places of a sentence that are filled with words of our own: of the platform's sentences all but those that hold
 * what others wrote, of any other those that hold what the tenant's knowledge says.
 */
export const ownPlacesOf = (key: string, values: Values): ReadonlySet<string> =>
  new Set(
    Object.hasOwn(PLATFORM_COPY, key)
      ? PLATFORM_COPY[key as PlatformCopyKey].filter((place) => !OF_OTHERS.has(`${key}.${place}`))
      : knownPlaces(values),
  );

export const ownPlacesOfQuestion: ReadonlySet<string> = new Set(OF_A_QUESTION);

function knownPlaces({ steps = {}, ...values }: Values): readonly string[] {
  const known = new Set(Object.values(steps as Values).flatMap(knownTexts));
  return Object.keys(values).filter((name) => known.has(values[name]));
}

/** Only a search of the knowledge gives evidence (EX-08). */
function knownTexts(step: unknown): readonly unknown[] {
  const result = (step as { readonly result?: unknown } | null)?.result;
  if (typeof result !== 'object' || result === null || !('evidence' in result)) return [];
  const { excerpt, source } = result as Values;
  return [excerpt, source].filter((text) => typeof text === 'string');
}
