/** A service that finds a dependency away rings it, so that all others probe at once. */
export class Alarm {
  private readonly listeners = new Set<() => void>();

  /** Returns a function that removes the listener. */
  onRing(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  ring(): void {
    for (const listener of this.listeners) listener();
  }
}
