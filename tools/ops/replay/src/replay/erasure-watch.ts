import { terminal } from '@arbiter/contracts';
import type { Customer, Sealer } from '@arbiter/store';

const ERASED = Symbol('erased');

/** Opens like the sealer behind it, and remembers when a value was erased: a decision upon it cannot be made again. */
export class ErasureWatch implements Sealer {
  private readonly erased = new Set<string>();

  constructor(private readonly sealer: Sealer) {}

  load(customers: readonly Customer[]): Promise<void> {
    return this.sealer.load(customers);
  }

  seal(): string {
    throw new Error('replay writes nothing');
  }

  /** Throws a terminal error that names the place when a value was changed, or moved there from another place. */
  open(customer: Customer, context: string, sealed: string, erased: unknown): unknown {
    const value = this.tryOpen(customer, context, sealed);
    if (value !== ERASED) return value;
    this.erased.add(context.slice(0, context.lastIndexOf('#')));
    return erased;
  }

  hasErased(place: { readonly stream: string; readonly version: number }): boolean {
    return this.erased.has(`${place.stream}@${place.version}`);
  }

  private tryOpen(customer: Customer, context: string, sealed: string): unknown {
    try {
      return this.sealer.open(customer, context, sealed, ERASED);
    } catch (cause) {
      throw terminal(
        'seal_broken',
        `${context} does not open with its customer's key: it was changed after it was sealed, or sealed for another place`,
        undefined,
        cause,
      );
    }
  }
}
