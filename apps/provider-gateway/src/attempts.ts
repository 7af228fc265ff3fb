import type { ModelPart, ModelProvider } from '@arbiter/models';
import type { Attempt } from './attempt';

/**
 * The attempts of one call.
 *
 * 1. Each `generate` is one attempt; a call that never reached a `generate` counts as one as well.
 * 2. An attempt ends once: with the next one, as its answer was of no use, or with the call.
 */
export class Attempts {
  private current: Attempt;

  constructor(private readonly open: () => Attempt) {
    this.current = open();
  }

  /** Wraps a provider, so that each of its answers is an attempt. */
  of(provider: ModelProvider): ModelProvider {
    return {
      name: provider.name,
      generate: (...asked) => this.generate(provider, ...asked),
      close: () => provider.close(),
    };
  }

  said(characters: number): void {
    this.current.outputCharacters += characters;
  }

  end(failure: string | null): void {
    this.current.end(failure);
  }

  private async *generate(
    provider: ModelProvider,
    ...asked: Parameters<ModelProvider['generate']>
  ): AsyncGenerator<ModelPart> {
    const [prompt, , signal] = asked;
    signal.throwIfAborted();
    if (this.current.isCalled) {
      this.current.end('invalid_proposal');
      this.current = this.open();
    }
    const attempt = this.current;
    await attempt.admit(prompt);
    signal.throwIfAborted();
    attempt.isCalled = true;
    attempt.wantsObject = prompt.schema !== null;
    for await (const part of provider.generate(...asked)) {
      if (part.type === 'end') attempt.ended = part;
      yield part;
    }
  }
}
