import type { IntentPrompt, Understanding } from '../purposes/intent-prompt';
import { normalForm } from './normal-form';
import { refuses } from './refusal';
import { slotsIn } from './slots';
import type { Verdict } from './calibrated-intent';

const NOTHING: Understanding = { intentId: null, confidence: 1, slots: {} };
const REFUSED: Understanding = { intentId: null, confidence: 0.9, slots: {} };

/**
 * The intent and slots of a text: the verdict on its normal form, unless it has no word at all ("1002") or refuses the
 * intent that it names.
 */
export async function readingOf(
  { text, intents }: IntentPrompt,
  judge: (normal: string) => Verdict | Promise<Verdict>,
): Promise<Understanding> {
  const normal = normalForm(text);
  if (normal === '') return NOTHING;
  const { intentId, confidence } = await judge(normal);
  const intent = intents.find((candidate) => candidate.intent === intentId);
  if (!intent) return { intentId: null, confidence, slots: {} };
  return refuses(normal, intent) ? REFUSED : { intentId, confidence, slots: slotsIn(text, intent) };
}
