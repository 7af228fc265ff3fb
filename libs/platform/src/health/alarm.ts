/** Rung by who finds out that something is away, so that all others look for themselves at once. */
export class Alarm {
  private readonly listeners = new Set<() => void>();

  /** Returns what takes the listener away again. */
  onRing(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  ring(): void {
    for (const listener of this.listeners) listener();
  }
}
