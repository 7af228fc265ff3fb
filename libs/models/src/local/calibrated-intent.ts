import type { Understanding } from '../purposes/intent-prompt';
import type { Scores } from './examples';

/**
 * How a score becomes a probability: a logistic curve over the best score, its lead over the next intent and the
 * cohesion of that intent. The numbers were fitted on public utterances of many domains in bundles of 2 to 150 intents,
 * in and out of scope. They were then moved towards acceptance, because most messages to a shop are about its business.
 */
export interface Calibration {
  readonly offset: number;
  readonly score: number;
  readonly lead: number;
  readonly cohesion?: number;
}

/** A lone intent has no rival; a text about anything at all is about this alike to a second one. */
const RIVAL_FLOOR = 0.2;

export type Verdict = Pick<Understanding, 'intentId' | 'confidence'>;

/**
 * The likeliest eligible intent, or null when it is likelier that none is meant. Ineligible intents count as rivals.
 * The examples of an intent with much `cohesion` are all alike, so a text that belongs to it must be like them.
 */
export function verdict(
  scores: Scores,
  eligible: readonly string[],
  calibration: Calibration,
  cohesion: Scores = NONE,
): Verdict {
  const allowed = new Set(eligible);
  let best: readonly [string, number] | null = null;
  for (const [intent, score] of scores) if (allowed.has(intent) && score > (best?.[1] ?? 0)) best = [intent, score];
  if (best === null) return { intentId: null, confidence: 1 };
  const [intent, score] = best;
  const rival = Math.max(RIVAL_FLOOR, ...Array.from(scores, ([other, value]) => (other === intent ? 0 : value)));
  const expected = (calibration.cohesion ?? 0) * (cohesion.get(intent) ?? 0);
  const probability =
    1 / (1 + Math.exp(expected - calibration.offset - calibration.score * score - calibration.lead * (score - rival)));
  return probability >= 0.5
    ? { intentId: intent, confidence: rounded(probability) }
    : { intentId: null, confidence: rounded(1 - probability) };
}

/** The verdict on a text whose intent is certain: that intent, or null when it is not eligible. */
export const certainVerdict = (intent: string, eligible: readonly string[]): Verdict => ({
  intentId: eligible.includes(intent) ? intent : null,
  confidence: 0.99,
});

const NONE: Scores = new Map();
const rounded = (probability: number): number => Math.round(probability * 10_000) / 10_000;
