import type { GoldenDefinition, GoldenObjects } from '@arbiter/contracts';
import type { LedgerEntry } from '@arbiter/sandbox-vendor';
import { sendJson } from '@arbiter/stack';

type Truth = Readonly<Record<string, readonly string[]>>;

/** The sandbox, as its judge sees it: the right result, and the real one. */
export class World {
  constructor(
    private readonly url: string,
    private readonly golden: GoldenDefinition,
  ) {}

  /** The day begins; only the studio's data depends on it. */
  async dawn(today: string): Promise<void> {
    if (this.golden.sandbox === 'studio') await sendJson(`${this.url}/_sandbox/studio/today`, 'PUT', { today });
  }

  /** The named objects, by the sandbox's present state. */
  async objects(meant: GoldenObjects): Promise<readonly string[]> {
    if (Array.isArray(meant)) return meant;
    const { [meant.truth]: found = [] } = await sendJson<Truth>(`${this.url}/_sandbox/${this.golden.sandbox}/truth`);
    return found.filter((object) => !meant.except?.includes(object));
  }

  /** The object of every deed since the beginning, in their order. */
  async deeds(): Promise<readonly string[]> {
    const { route, object } = this.golden.deed;
    const url = `${this.url}/_sandbox/ledger?route=${encodeURIComponent(route)}`;
    const { entries } = await sendJson<{ entries: readonly LedgerEntry[] }>(url);
    return entries.map(({ body }) => String(body[object]));
  }
}
