interface Waiting<Answer> {
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers the requests of one tick into one query. When the query fails, each key is queried alone, so that one key
 * cannot fail the others.
 */
export class TickBatch<Answer> {
  private waiting = new Map<string, Waiting<Answer>[]>();

  constructor(private readonly ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) {}

  /** The answer to one key; undefined when there is none. */
  get(key: string): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) queueMicrotask(() => void this.flush());
      const waiting = this.waiting.get(key) ?? [];
      waiting.push({ resolve, reject });
      this.waiting.set(key, waiting);
    });
  }

  private async flush(): Promise<void> {
    const wanted = this.waiting;
    this.waiting = new Map();
    try {
      await this.answer(wanted);
    } catch (error) {
      if (wanted.size === 1) [...wanted.values()].flat().forEach(({ reject }) => reject(error));
      else
        await Promise.all(
          [...wanted].map((one) =>
            this.answer(new Map([one])).catch((failure: unknown) => one[1].forEach(({ reject }) => reject(failure))),
          ),
        );
    }
  }

  private async answer(wanted: ReadonlyMap<string, readonly Waiting<Answer>[]>): Promise<void> {
    const answers = await this.ask([...wanted.keys()]);
    for (const [key, waiting] of wanted) waiting.forEach(({ resolve }) => resolve(answers.get(key)));
  }
}
