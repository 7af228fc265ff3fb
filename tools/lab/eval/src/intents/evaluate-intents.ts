import { terminal, type IntentDefinition } from '@arbiter/contracts';
import { createProvider, understood, type ModelProvider } from '@arbiter/models';
import { Type, type Static } from 'typebox';
import { share, shareOf } from '../routing/score';

/** An utterance and the intent it has; `oos`: no intent is meant for it. */
export const Utterance = Type.Object({ text: Type.String({ minLength: 1 }), intent: Type.String({ minLength: 1 }) });
export type Utterance = Static<typeof Utterance>;

/** The output of `npm run eval -- intents`. */
export interface IntentScore {
  readonly n: number;
  /** of all utterances, those out of scope among them */
  readonly accuracy: number;
  /** of the utterances out of scope, those that were recognised */
  readonly oos_recall: number;
  /** of the utterances judged out of scope, those that are */
  readonly oos_precision: number;
}

const OUT_OF_SCOPE = 'oos';
const MODEL = 'embedded-en-0.2';
const PATIENCE_MILLISECONDS = 30_000;
/** So many are asked at once: a batch of the embedder. */
const AT_ONCE = 16;

/**
 * The embedded provider with these examples, asked for each of these utterances. Throws a terminal
 * `tested_on_examples`.
 */
export async function evaluateIntents(
  utterances: readonly Utterance[],
  examples: readonly Utterance[],
  tell: (done: number) => void = () => undefined,
): Promise<IntentScore> {
  refuseExamples(utterances, examples);
  const intents = intentsOf(examples);
  const provider = createProvider('local', {});
  const judged: { readonly expected: string; readonly predicted: string }[] = [];
  try {
    await provider.prepare?.(intents);
    for (let start = 0; start < utterances.length; start += AT_ONCE) {
      const batch = utterances.slice(start, start + AT_ONCE);
      const predicted = await Promise.all(batch.map(({ text }) => predictedFor(text, intents, provider)));
      batch.forEach(({ intent }, place) => judged.push({ expected: nameOf(intent), predicted: predicted[place]! }));
      tell(judged.length);
    }
  } finally {
    await provider.close();
  }
  const isOut = ({ expected }: { readonly expected: string }) => expected === OUT_OF_SCOPE;
  const rejected = judged.filter(({ predicted }) => predicted === OUT_OF_SCOPE);
  return {
    n: judged.length,
    accuracy: shareOf(judged, ({ expected, predicted }) => expected === predicted),
    oos_recall: share(rejected.filter(isOut).length, judged.filter(isOut).length),
    oos_precision: shareOf(rejected, isOut),
  };
}

const normal = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
/** The name of an intent as artifacts write it. */
const nameOf = (intent: string): string =>
  intent
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '_')
    .replace(/^(?=\d)/u, 'intent_');

/** Never test on rows that trained. */
function refuseExamples(utterances: readonly Utterance[], examples: readonly Utterance[]): void {
  const trained = new Set(examples.map(({ text }) => normal(text)));
  const row = utterances.findIndex(({ text }) => trained.has(normal(text)));
  if (row < 0) return;
  throw terminal(
    'tested_on_examples',
    `row ${row + 1} of the file is an example too; never test on rows that trained: leave it out of one of the files`,
    'text',
  );
}

function intentsOf(examples: readonly Utterance[]): readonly IntentDefinition[] {
  const known = Map.groupBy(
    examples.filter(({ intent }) => intent !== OUT_OF_SCOPE),
    ({ intent }) => nameOf(intent),
  );
  if (known.size === 0)
    throw terminal('bad_row', 'the examples name no intent; write rows whose intent is not "oos"', 'intent');
  return Array.from(known, ([intent, rows]) => ({
    intent,
    description: intent,
    examples: rows.map(({ text }) => text),
    slots: [],
    template: intent,
  }));
}

async function predictedFor(
  text: string,
  intents: readonly IntentDefinition[],
  provider: ModelProvider,
): Promise<string> {
  const prompt = { text, intents, eligible: intents.map(({ intent }) => intent) };
  const { intentId } = await understood(provider, prompt, MODEL, AbortSignal.timeout(PATIENCE_MILLISECONDS));
  return intentId ?? OUT_OF_SCOPE;
}
