/**
 * Works under one name go one after the other, those under different names side by side; of a name at rest nothing is
 * kept.
 */
export class InOrder {
  private readonly tails = new Map<string, Promise<void>>();

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = (this.tails.get(name) ?? Promise.resolve()).then(work);
    const tail = done
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (this.tails.get(name) === tail) this.tails.delete(name);
      });
    this.tails.set(name, tail);
    return done;
  }

  get isIdle(): boolean {
    return this.tails.size === 0;
  }
}
