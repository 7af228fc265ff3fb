/** `#/playbooks`, `#/playbooks/<name>` or `#/playbooks/<name>/<day>`: every view of the playbooks has an address. */
export interface PlaybookPlace {
  /** null where all are shown and none is chosen */
  readonly playbook: string | null;
  /** an ISO date; null for the latest */
  readonly day: string | null;
}

const PLACE = /^#\/playbooks(?:\/([a-z][a-z0-9_]*)(?:\/(\d{4}-\d{2}-\d{2}))?)?\/?$/;

/** Where among the playbooks an address leads; null when it leads elsewhere. */
export function playbooksIn(hash: string): PlaybookPlace | null {
  const found = PLACE.exec(hash);
  return found && { playbook: found[1] ?? null, day: found[2] ?? null };
}

export const PLAYBOOKS = '#/playbooks';
export const hashOfPlaybook = (playbook: string): string => `${PLAYBOOKS}/${playbook}`;
export const hashOfDay = (playbook: string, day: string): string => `${hashOfPlaybook(playbook)}/${day}`;
