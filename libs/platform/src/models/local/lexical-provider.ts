import type { IntentPrompt, ModelProvider, ReplyPrompt, Understanding } from '../provider';
import { Catalogues } from './catalogue';
import { proseOf } from './prose';
import { readingOf } from './reading';
import { certainVerdict, verdict, type Calibration, type Verdict } from './verdict';

const CALIBRATION: Calibration = { offset: -1.6, score: 9.4, lead: 9.5 };

/**
 * Understands by words and letters alone and speaks in the tenant's own sentences: no model, no thread, nothing that can
 * be out. The second provider of every tier that must answer with `local` gone (PV-07); it knows fewer paraphrases.
 */
export class LexicalProvider implements ModelProvider {
  readonly name = 'local_lexical';
  private readonly catalogues = new Catalogues();

  async proposeIntent(prompt: IntentPrompt, _model: string, signal: AbortSignal): Promise<Understanding> {
    signal.throwIfAborted();
    return readingOf(prompt, (normal) => this.judge(normal, prompt));
  }

  composeReply(prompt: ReplyPrompt, _model: string, signal: AbortSignal): AsyncIterable<string> {
    return proseOf(prompt, signal);
  }

  async close(): Promise<void> {}

  private judge(normal: string, { intents, eligible }: IntentPrompt): Verdict {
    const { scores, certain } = this.catalogues.of(intents).lexical.read(normal);
    return certain === null ? verdict(scores, eligible, CALIBRATION) : certainVerdict(certain, eligible);
  }
}
