import type { Trouble, Troubles } from './readiness';

interface Known {
  readonly since: number;
  isReported: boolean;
  readonly kind: Trouble['kind'];
}

/** A trouble that ends sooner is not reported. */
const patienceMilliseconds: Readonly<Record<Trouble['kind'], number>> = { away: 1_000, slow: 3_000 };

/** Turns the results of each look into lines for people: one when a part is in trouble, one when it is well again. */
export class TroubleLines {
  private readonly known = new Map<string, Known>();

  /** A look that began at `begun` and found this by `now`. */
  look(begun: number, now: number, found: Troubles): readonly string[] {
    return [...this.gone(now, found), ...this.come(begun, now, found)];
  }

  private gone(now: number, found: Troubles): readonly string[] {
    const over = [...this.known].filter(([name, { kind }]) => found.get(name)?.kind !== kind);
    for (const [name] of over) this.known.delete(name);
    const reported = over.filter(([, { isReported }]) => isReported);
    return reported.flatMap(([name, { since, kind }]) => {
      if (kind === 'away') return [`${name} is back after ${Math.max(1, Math.round((now - since) / 1_000))} s`];
      return found.has(name) ? [] : [`${name} answers as usual again`];
    });
  }

  private come(begun: number, now: number, found: Troubles): readonly string[] {
    return [...found].flatMap(([name, { kind, text }]) => {
      const known = this.known.get(name) ?? { since: begun, isReported: false, kind };
      this.known.set(name, known);
      if (known.isReported || now - known.since < patienceMilliseconds[kind]) return [];
      known.isReported = true;
      return [
        `${name} ${text}; ${kind === 'away' ? 'messages wait until it is back' : 'messages take longer than usual'}`,
      ];
    });
  }
}
