import type { Troubles } from './readiness';

interface Known {
  readonly since: number;
  rounds: number;
  readonly kind: 'away' | 'slow';
}

/** What is over by the next look need not be told. */
const roundsUntilTold = 2;

/** Turns what each look found into lines for people: one when something is in trouble, one when it is well again. */
export class TroublesTold {
  private readonly known = new Map<string, Known>();

  look(now: number, found: Troubles): readonly string[] {
    return [...this.gone(now, found), ...this.come(now, found)];
  }

  private gone(now: number, found: Troubles): readonly string[] {
    const over = [...this.known].filter(([name, { kind }]) => found.get(name)?.kind !== kind);
    for (const [name] of over) this.known.delete(name);
    const told = over.filter(([, { rounds }]) => rounds >= roundsUntilTold);
    return told.flatMap(([name, { since, kind }]) => (kind === 'away' ? [`${name} is back after ${Math.max(1, Math.round((now - since) / 1_000))} s`] : found.has(name) ? [] : [`${name} answers as usual again`]));
  }

  private come(now: number, found: Troubles): readonly string[] {
    return [...found].flatMap(([name, { kind, text }]) => {
      const known = this.known.get(name) ?? { since: now, rounds: 0, kind };
      this.known.set(name, known);
      known.rounds += 1;
      if (known.rounds !== roundsUntilTold) return [];
      return [`${name} ${text}; ${kind === 'away' ? 'messages wait until it is back' : 'messages take longer than usual'}`];
    });
  }
}
