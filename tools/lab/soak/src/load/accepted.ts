/** A request that ingress has answered with 202, and that must be answered once. */
export interface Accepted {
  readonly requestId: string;
  readonly what: 'message' | 'run';
  /** the order that a refund is asked of; null: nothing is to be refunded */
  readonly orderNumber: string | null;
}
