import Sequencer from '@jest/test-sequencer';
import type { Test } from '@jest/test-result';
import { basename } from 'node:path';

/** Flow tests wait a lot and unit tests never do: at the end of a run there is something small for every worker. */
const KINDS = ['.e2e-spec.ts', '.int-spec.ts', '.spec.ts'];

/** Those that take long though they are short to read. That a name is missing costs time only. */
const LONG = [
  'transitions.e2e-spec.ts',
  'sweep-transitions.e2e-spec.ts',
  'start.e2e-spec.ts',
  'soak.e2e-spec.ts',
  'playbook-lost.e2e-spec.ts',
  'outage.e2e-spec.ts',
  'crash.e2e-spec.ts',
  'playbooks.e2e-spec.ts',
  'chat-page-chats.e2e-spec.ts',
  'versions.e2e-spec.ts',
  'planning-crash.e2e-spec.ts',
  'chat-page.e2e-spec.ts',
  'first-party.e2e-spec.ts',
  'queue.e2e-spec.ts',
  'pauses.e2e-spec.ts',
  'late-outcome.e2e-spec.ts',
  'one-process.e2e-spec.ts',
  'main.int-spec.ts',
  'extending.int-spec.ts',
  'rebuilds.int-spec.ts',
  'kubernetes.int-spec.ts',
  'telegram.int-spec.ts',
  'help.int-spec.ts',
  'corpus.spec.ts',
  'floors.spec.ts',
  'properties.spec.ts',
  'provider-contract.spec.ts',
  'load-tenant.spec.ts',
  'document.spec.ts',
  'action-world.spec.ts',
];

/** The order of the test files of a run: by kind, long ones first, else as Jest would have it. */
export default class LongestFirst extends Sequencer {
  override async sort(tests: readonly Test[]): Promise<Test[]> {
    const usual = await super.sort([...tests]);
    return usual.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ path }: Test): number {
  const kind = KINDS.findIndex((ending) => path.endsWith(ending));
  const place = LONG.indexOf(basename(path));
  return kind * (LONG.length + 1) + (place === -1 ? LONG.length : place);
}
