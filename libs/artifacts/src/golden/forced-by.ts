import { terminal } from '@arbiter/contracts';
import type { Forced } from './judge-activation';

/**
 * The content of `--force NAME,… --reason TEXT`; null without them. Throws a terminal `usage` when one of the two is
 * missing.
 */
export function forcedBy({ force, reason }: { readonly [option: string]: string | undefined }): Forced | null {
  if (force === undefined && reason === undefined) return null;
  const playbooks = (force ?? '').split(',').filter((name) => name !== '');
  if (playbooks.length === 0)
    throw terminal('usage', '--reason is about what --force names; name the playbooks', 'force');
  if (!reason?.trim()) throw terminal('usage', '--force needs a --reason: it is kept with the activation', 'reason');
  return { playbooks, reason };
}
