import { titleOf } from '../stack-error';
import type { ServerName } from '../types';

/** In milliseconds: from when on an answer is slow, and how long it is awaited. */
export interface ReadinessTimes {
  readonly slow: number;
  readonly longest: number;
}

const USUAL: ReadinessTimes = { slow: 1_000, longest: 2_000 };

/** A service's report of itself and of its dependencies, when it is not ready. */
interface Unready {
  readonly problems?: readonly { readonly part: string; readonly detail?: string }[];
}

/** A part that is in trouble, by name, with its trouble; one per part. */
export type Troubles = ReadonlyMap<string, Trouble>;

export interface Trouble {
  readonly kind: 'away' | 'slow';
  /** the text after the part's name */
  readonly text: string;
}

/** Where a service is asked whether it takes work. */
export interface Place {
  readonly name: string;
  readonly url: string;
}

const servers: ReadonlyMap<string, string> = new Map(
  (['postgres', 'nats', 'redis'] as const satisfies readonly ServerName[]).map((name) => [name, titleOf(name)]),
);

/** Asks one service. Never throws: no answer is an answer. */
export async function troublesOf({ name, url }: Place, { slow, longest }: ReadinessTimes = USUAL): Promise<Troubles> {
  const begun = performance.now();
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(longest) });
    const body = await response.text();
    if (!response.ok) return unready(name, body);
    const took = performance.now() - begun;
    return took < slow
      ? new Map()
      : new Map([[name, { kind: 'slow', text: `answers slowly (${(took / 1_000).toFixed(1)} s)` }]]);
  } catch {
    return new Map([[name, { kind: 'away', text: 'does not answer' }]]);
  }
}

/** A service that names no part is itself away. */
function unready(name: string, body: string): Troubles {
  const problems = problemsIn(body);
  if (problems.length === 0) return new Map([[name, { kind: 'away', text: 'is not ready' }]]);
  return new Map(
    problems.map(({ part, detail }) => [
      servers.get(part) ?? part,
      { kind: 'away', text: `does not serve${detail ? ` (${detail})` : ''}` },
    ]),
  );
}

function problemsIn(body: string): NonNullable<Unready['problems']> {
  try {
    const { problems } = JSON.parse(body) as Unready;
    return Array.isArray(problems) ? problems : [];
  } catch {
    return [];
  }
}
