import { borrow } from '@arbiter/stack/loans';

/**
 * How services run where a test does not say: as `npm start` runs them, or with `npm test -- --services` a process
 * each.
 */
export const USUAL_PROCESSES = process.env['ARBITER_TEST_PROCESSES'] === 'each' ? 'each' : 'one';

/** A system as a test sees that may talk to it and not touch its processes. */
export interface SystemView {
  readonly httpUrl: string;
  readonly vendorUrl: string;
  readonly stack: { readonly postgres: { readonly url: string }; readonly nats: { readonly url: string } };
  readonly options: { readonly dataFolder: string };
  /** the owner's own access */
  environmentOf(app: null): NodeJS.ProcessEnv;
}

/** The part of it that is sent to another process. */
export interface LentSystem extends Omit<SystemView, 'environmentOf'> {
  readonly environment: NodeJS.ProcessEnv;
}

/** The system of this worker, the vendor as on its first day; no other file uses it until the file has ended. */
export async function borrowSystem(): Promise<SystemView> {
  const { environment, ...lent } = (await borrow('system')) as LentSystem;
  return { ...lent, environmentOf: () => environment };
}
