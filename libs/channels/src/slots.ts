/** Lets so many pieces of work run at once; the others begin in the order they came. */
export class Slots {
  private readonly waiting: (() => void)[] = [];
  private taken = 0;

  constructor(private readonly most: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.taken >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken += 1;
    try {
      return await work();
    } finally {
      // The slot goes to the next at once, so that no newcomer takes it in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }
}
