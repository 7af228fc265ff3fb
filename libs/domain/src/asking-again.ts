import { instantAfter } from './instant';

/** An ask is left to its asker for this long the first time: longer than a gateway works for an asker it does not hear. */
const FIRST_LAPSE_SECONDS = 6;
const LONGEST_LAPSE_SECONDS = 48;
/** An asker may die with its ask. Five asks, each left alone twice as long as the one before, outlast two minutes of crashes. */
export const MOST_ASKS = 5;
/** How long a model may take for what no person waits for in a chat, when its artifacts would give it less. */
export const ASK_MILLISECONDS = 60_000;

/** How long the `asked`-th ask is left to its asker, which puts the timer off by as much for as long as it waits for the answer. */
export const lapseSeconds = (asked: number): number =>
  Math.min(LONGEST_LAPSE_SECONDS, FIRST_LAPSE_SECONDS * 2 ** (asked - 1));

/** When an ask lapses whose timer is not put off, ISO 8601. */
export const lapsesAt = (askedAt: string, asked: number): string => instantAfter(askedAt, lapseSeconds(asked) * 1_000);
