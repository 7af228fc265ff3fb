import { instantAfter } from './instant';

/** How long an ask is left to its asker, which puts its timer off for as long as it waits: longer than a gateway works for one it does not hear. */
export const ASK_LAPSE_SECONDS = 6;
/** Who asked may have died with the ask: so often it is asked. */
export const MOST_ASKS = 3;
/** How long a model may take for what nobody waits for in a chat, when its artifacts would give it less. */
export const ASK_MILLISECONDS = 60_000;

/** When an ask lapses that nobody puts off, ISO 8601. */
export const lapsesAt = (askedAt: string): string => instantAfter(askedAt, ASK_LAPSE_SECONDS * 1_000);
