import { instantAfter } from './instant';

/**
 * An ask is left to its asker for this long the first time: longer than a gateway works for an asker it does not hear.
 */
const FIRST_LAPSE_SECONDS = 6;
const LONGEST_LAPSE_SECONDS = 48;
/**
 * An asker may die with its ask. Five asks, each left alone twice as long as the one before, outlast two minutes of
 * crashes.
 */
export const MOST_ASKS = 5;
/** The time a model gets for work that no person waits for in a chat, when its artifacts would give it less. */
export const ASK_MILLISECONDS = 60_000;

/**
 * How long the `asked`-th ask is left to its asker, which postpones the timer by as much for as long as it waits for
 * the answer.
 */
export const lapseSeconds = (asked: number): number =>
  Math.min(LONGEST_LAPSE_SECONDS, FIRST_LAPSE_SECONDS * 2 ** (asked - 1));

/** The time at which an ask lapses unless its asker postpones the timer, ISO 8601. */
export const lapsesAt = (askedAt: string, asked: number): string => instantAfter(askedAt, lapseSeconds(asked) * 1_000);
