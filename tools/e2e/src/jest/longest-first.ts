import Sequencer from '@jest/test-sequencer';
import type { Test } from '@jest/test-result';
import { basename } from 'node:path';

/** A flow test waits half of its time, a unit test never. */
const FLOW = '.e2e-spec.ts';
const KINDS = ['.long-spec.ts', FLOW, '.int-spec.ts', '.spec.ts'];
/** So many flow tests begin before the first other test: they take longest of all. */
const AHEAD = 4;

/** Files that take long though they are short to read. A name that is missing here costs time only. */
const LONG = [
  'start.long-spec.ts',
  'transitions.long-spec.ts',
  'sweep-transitions.long-spec.ts',
  'corpus.long-spec.ts',
  'soak.long-spec.ts',
  'main.long-spec.ts',
  'floors.long-spec.ts',
  'first-party.long-spec.ts',
  'playbook-lost.long-spec.ts',
  'outage.long-spec.ts',
  'crash.long-spec.ts',
  'versions.long-spec.ts',
  'planning-crash.long-spec.ts',
  'one-process.long-spec.ts',
  'chat-page.long-spec.ts',
  'chat-page-chats.long-spec.ts',
  'playbooks-page.long-spec.ts',
  'playbooks.e2e-spec.ts',
  'queue.e2e-spec.ts',
  'pauses.e2e-spec.ts',
  'late-outcome.e2e-spec.ts',
  'rebuilds.int-spec.ts',
  'kubernetes.int-spec.ts',
  'telegram.int-spec.ts',
  'properties.spec.ts',
  'provider-contract.spec.ts',
  'load-tenant.spec.ts',
  'document.spec.ts',
  'action-world.spec.ts',
];

/**
 * The order of the test files of a run. Long ones come first within their kind; the other kinds are spread among the
 * flow tests, so that at all times some worker computes while others wait, and the run ends with something small for
 * every worker.
 */
export default class LongestFirst extends Sequencer {
  override async sort(tests: readonly Test[]): Promise<Test[]> {
    const usual = await super.sort([...tests]);
    const longFirst = usual.toSorted((one, other) => rankOf(one) - rankOf(other));
    return spreadAmong(
      longFirst.filter(isFlow),
      longFirst.filter((test) => !isFlow(test)),
    );
  }
}

const isFlow = ({ path }: Test): boolean => path.endsWith(FLOW);

/** `others` in even shares after each of `tests` but the first ones. */
function spreadAmong(tests: readonly Test[], others: readonly Test[]): Test[] {
  const ahead = Math.min(AHEAD, Math.max(0, tests.length - 1));
  const shareAfter = (index: number): number =>
    index < ahead ? 0 : Math.round((others.length * (index - ahead + 1)) / (tests.length - ahead));
  return tests.length === 0
    ? [...others]
    : tests.flatMap((test, index) => [test, ...others.slice(shareAfter(index - 1), shareAfter(index))]);
}

function rankOf({ path }: Test): number {
  const place = LONG.indexOf(basename(path));
  return place === -1 ? LONG.length + KINDS.findIndex((ending) => path.endsWith(ending)) : place;
}
