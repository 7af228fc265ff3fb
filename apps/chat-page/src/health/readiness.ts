/** The state of the service, by its own report and by its response time. */
export interface Readiness {
  /** `away`: it did not answer; `closed`: it answered, and takes nothing; `slow`: it takes work, and takes its time */
  readonly state: 'well' | 'slow' | 'closed' | 'away';
  /** the dependencies that are away, by the service's own names; empty when it names none */
  readonly parts: readonly string[];
}

export const WELL: Readiness = { state: 'well', parts: [] };
const USUAL_MILLISECONDS = 700;

/** Reads one answer of the probe: its body names the parts in trouble, or only states that there is trouble. */
export function readinessOf(isOk: boolean, body: string, milliseconds: number): Readiness {
  if (!isOk) return { state: 'closed', parts: partsIn(body) };
  return milliseconds > USUAL_MILLISECONDS ? { state: 'slow', parts: [] } : WELL;
}

function partsIn(body: string): readonly string[] {
  try {
    const { problems } = JSON.parse(body) as { problems?: readonly { part?: unknown }[] };
    const parts = Array.isArray(problems) ? problems.map(({ part }) => part) : [];
    return [...new Set(parts.filter((part) => typeof part === 'string'))];
  } catch {
    return [];
  }
}
