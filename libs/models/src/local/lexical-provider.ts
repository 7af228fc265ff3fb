import type { ModelPart, ModelProvider, Prompt } from '../provider';
import type { IntentPrompt } from '../purposes/intent-prompt';
import type { TextReader } from '../text-reader';
import { answeredBy } from './answered-by';
import { Catalogues, type Catalogue } from './catalogue';
import { certainVerdict, verdict, type Calibration, type Verdict } from './calibrated-intent';

const CALIBRATION: Calibration = { offset: -1.6, score: 9.4, lead: 9.5 };

/** By words and letters alone: the same in every language that the examples are written in. */
export function lexicalVerdict({ lexical }: Catalogue, normal: string, { eligible }: IntentPrompt): Verdict {
  const { scores, certain } = lexical.read(normal);
  return certain === null ? verdict(scores, eligible, CALIBRATION) : certainVerdict(certain, eligible);
}

/**
 * Understands by words and letters alone and speaks in the tenant's own sentences: no model, no thread, nothing that
 * can be out. The second provider of every tier that must answer with `local` gone (PV-07); it knows fewer paraphrases.
 */
export class LexicalProvider implements ModelProvider, TextReader {
  readonly name = 'local_lexical';
  private readonly catalogues = new Catalogues();

  generate(prompt: Prompt, _model: string, signal: AbortSignal): AsyncIterable<ModelPart> {
    return answeredBy(this, prompt, signal);
  }

  async close(): Promise<void> {}

  judge(normal: string, prompt: IntentPrompt): Verdict {
    return lexicalVerdict(this.catalogues.of(prompt.intents), normal, prompt);
  }
}
