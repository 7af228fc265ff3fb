/** Whether there is anything to pull for this process. */
export interface Gate {
  readonly isOpen: boolean;
  /** Calls back when that may have changed; the result ends that. */
  watch(listener: () => void): () => void;
}

/** The part of a service's work that a process has, among those that stand side by side. */
export interface Share extends Gate {
  /** it has all of it */
  readonly isWhole: boolean;
  start(): void;
  /** Hands its part over; others pull from then on. */
  leave(): Promise<void>;
  /** Work has met this error. */
  met(error: unknown): void;
}

/** Resolves when the gate is open, or waiting was given up. */
export function untilOpen(gate: Gate, signal: AbortSignal): Promise<void> {
  if (gate.isOpen || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (): void => {
      if (!gate.isOpen && !signal.aborted) return;
      end();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const end = gate.watch(look);
    signal.addEventListener('abort', look);
  });
}
