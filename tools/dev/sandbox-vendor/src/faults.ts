/**
 * The faults that can be caused on purpose:
 * - `403`, `429` (with Retry-After) and `500`: refused before any effect; without `403` the right is there again
 * - `400`, `404`, `409` (in progress) and `422`: refused without a look at the key, so that nothing is said of earlier
 *   requests with it
 * - `500_after_effect`: the effect takes place, and the answer denies nothing and says nothing
 * - `slow`: the effect takes place at once, the answer comes late
 * - `held`: the effect takes place at once, the answer comes when the faults are set anew, two minutes later at the
 *   latest
 * - `reset_before_effect`, `reset_after_effect`: the connection is cut, and the caller cannot tell which of the two it
 *   was
 */
export const FAULT_KINDS = [
  '400',
  '403',
  '404',
  '409',
  '422',
  '429',
  '500',
  '500_after_effect',
  'slow',
  'held',
  'reset_before_effect',
  'reset_after_effect',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  /** method and path with names in braces, as in "PUT /customers/{customerId}/orders/{orderNumber}/refund" */
  readonly route: string;
  readonly kind: FaultKind;
  /** 429: whole seconds, by default 1 */
  readonly retryAfterSeconds?: number;
  /** slow: by default 1000 */
  readonly delayMilliseconds?: number;
  /** how many requests it lets pass first; by default none */
  readonly after?: number;
  /** how many requests it hits; by default every one */
  readonly times?: number;
}

/** The faults switched on, in order: the first that fits a request and is not used up hits it. */
export class Faults {
  private active: { fault: Fault; passing: number; left: number }[] = [];
  private current = new AbortController();

  /** Aborts when the faults of now are replaced. */
  get replaced(): AbortSignal {
    return this.current.signal;
  }

  replace(faults: readonly Fault[]): void {
    this.current.abort();
    this.current = new AbortController();
    this.active = faults.map((fault) => ({ fault, passing: fault.after ?? 0, left: fault.times ?? Infinity }));
  }

  take(route: string): Fault | undefined {
    const hit = this.active.find(({ fault, left }) => left > 0 && fault.route === route);
    if (!hit) return undefined;
    if (hit.passing > 0) {
      hit.passing -= 1;
      return undefined;
    }
    hit.left -= 1;
    return hit.fault;
  }
}

export const FAULTS_SCHEMA = {
  type: 'array',
  maxItems: 100,
  items: {
    type: 'object',
    required: ['route', 'kind'],
    additionalProperties: false,
    properties: {
      route: { type: 'string' },
      kind: { enum: FAULT_KINDS },
      retryAfterSeconds: { type: 'integer', minimum: 0, maximum: 3_600 },
      delayMilliseconds: { type: 'integer', minimum: 0, maximum: 120_000 },
      after: { type: 'integer', minimum: 1 },
      times: { type: 'integer', minimum: 1 },
    },
  },
} as const;
