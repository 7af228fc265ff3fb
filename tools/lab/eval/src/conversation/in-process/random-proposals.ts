import { createHash } from 'node:crypto';
import { ANSWER_BASES, ATTACHMENTS, type ArtifactBundle, type Proposal, type TurnContext } from '@arbiter/contracts';

const ORDERS = ['1001', '1002', '1003', '1004', '1601', '1602'] as const;
const KINDS = ['intent', 'template', 'answer'] as const;

/** Anything at all that has the shape of a proposal, always the same for one text. */
export function guessing({
  intents,
}: ArtifactBundle): (text: string, eligible: readonly string[], locale: string, context: TurnContext) => Proposal {
  return (text, _eligible, _locale, { topics }) => {
    const draw = drawing(text);
    const intent = draw(intents);
    const values = Object.fromEntries(
      (intent?.slots ?? []).map(({ name, choices }) => [
        name,
        draw<unknown>([text, true, 7, ...ORDERS, ...(choices ?? [])]),
      ]),
    );
    const how = {
      confidence: draw([0, 0.3, 0.5, 0.8, 1]) ?? 1,
      attachment: draw([...ATTACHMENTS, null]) ?? null,
      topic: draw([...topics.map(({ topic }) => topic), null]) ?? null,
      provider: 'random',
      model: 'random',
    };
    switch (draw(KINDS)) {
      case 'template':
        return { ...how, kind: 'template', template: intent?.template ?? '', args: values };
      case 'answer':
        return {
          ...how,
          kind: 'answer',
          text: `Order ${draw(ORDERS)} was refunded.`,
          basis: draw(ANSWER_BASES) ?? 'small_talk',
        };
      default:
        return { ...how, kind: 'intent', intentId: intent?.intent ?? null, slots: values };
    }
  };
}

/** One byte of a hash of the text decides each time. */
function drawing(text: string): <T>(among: readonly T[]) => T | undefined {
  const bytes = createHash('sha512').update(text).digest();
  let next = 0;
  return (among) => among[(bytes[(next += 1) % bytes.length] ?? 0) % Math.max(among.length, 1)];
}
