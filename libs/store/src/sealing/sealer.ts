/** The owner of personal data. */
export interface Customer {
  readonly tenant: string;
  readonly customerId: string;
}

/** A customer in one text, as caches and wrapped keys name them. */
export const nameOf = ({ tenant, customerId }: Customer): string => `${tenant}/${customerId}`;

/** A customer whose key is wanted, and the key that the sealed value names. */
export interface KeyWanted extends Customer {
  readonly keyId?: string;
}

/**
 * Seals personal data with the customer's own key. `context` names the one place where the value may be opened; a value
 * moved elsewhere does not open. Keys must be loaded before seal or open is called, which are synchronous.
 */
export interface Sealer {
  load(customers: readonly KeyWanted[]): Promise<void>;
  /** Throws a retryable error when the customer's key is not loaded. */
  seal(customer: Customer, context: string, value: unknown): string;
  /** The value, or `erased` when the customer's key has been destroyed. */
  open(customer: Customer, context: string, sealed: string, erased: unknown): unknown;
}
