import type { OutcomeView } from '@arbiter/contracts';
import { momentOf } from './approval-lines';

/** What was tried, why its outcome is unknown, and who finds out. */
export const outcomeLines = (view: OutcomeView): readonly string[] => [
  `${view.id}  ${view.tool}`,
  `  unknown since ${momentOf(view.unknownSince)}, after ${requests(view.attempts)}: ${view.code}, ${view.reason}`,
  `  ${standingOf(view)}`,
];

function standingOf({ status, looks, lookAt, outcome, settledBy, settledAt }: OutcomeView): string {
  switch (status) {
    case 'looked_up':
      return `the vendor has been asked ${times(looks)} and is asked again at ${momentOf(lookAt!)}`;
    case 'open':
      return looks === 0
        ? 'the vendor cannot be asked: somebody has to look there, and `settle` it'
        : `the vendor was asked ${times(looks)} and did not say: somebody has to look there, and \`settle\` it`;
    case 'settled':
      return `${outcome === 'done' ? 'it was done' : 'it was not done'}, as ${settledBy ?? 'the vendor'} said at ${momentOf(settledAt!)}`;
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
const requests = (count: number): string => (count === 1 ? 'one request' : `${count} requests`);
