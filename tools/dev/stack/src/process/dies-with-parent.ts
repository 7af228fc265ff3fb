import { spawnSync } from 'node:child_process';

let available: boolean | undefined;

/**
 * Puts util-linux' setpriv before a command, so that the kernel sends `signal` to it when this process dies in any way,
 * SIGKILL included. Where there is no setpriv, the next start stops the leftovers.
 */
export function diesWithParent(
  signal: 'TERM' | 'INT' | 'KILL',
  executable: string,
  argumentList: string[],
): [string, string[]] {
  available ??= spawnSync('setpriv', ['--pdeathsig', signal, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0;
  return available
    ? ['setpriv', ['--pdeathsig', signal, '--', executable, ...argumentList]]
    : [executable, argumentList];
}
