/** Whether there is anything to pull for this process. */
export interface Gate {
  readonly isOpen: boolean;
  /** Calls back when that may have changed; the result ends that. */
  watch(listener: () => void): () => void;
}

/** The part of a service's work that this process has, among the replicas. */
export interface Share extends Gate {
  /** this replica has all of the work */
  readonly isWhole: boolean;
  start(): void;
  /** Hands its part over; others pull from then on. */
  leave(): Promise<void>;
  /** Work has met this error. */
  met(error: unknown): void;
}
