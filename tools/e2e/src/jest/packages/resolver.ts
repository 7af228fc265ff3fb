import type { ResolverOptions } from 'jest-resolve';
import { bundleOf } from './bundled';

/** How Jest resolves imports: our code gets the bundles, and packages get one another. */
export function sync(name: string, options: ResolverOptions): string {
  const bundle = options.basedir.includes('/node_modules/') ? undefined : bundleOf(name);
  return bundle ?? options.defaultResolver(name, options);
}
