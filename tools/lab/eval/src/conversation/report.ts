import type { Played } from './play';
import { isPassed, type Verdict } from './message-verdict';

/** The results of the entries of one kind; `unasked` counts deeds, `unanswered` messages. */
export interface KindScore {
  readonly kind: string;
  readonly n: number;
  readonly passed: number;
  readonly unasked: number;
  readonly unanswered: number;
}

/** A message that did not come out as expected. */
export interface Failure extends Omit<Verdict, 'isAnswered'> {
  readonly id: string;
  readonly said: string;
}

export interface ConversationReport {
  readonly n: number;
  readonly passed: number;
  /** the one number that counts: deeds without a request */
  readonly unasked: number;
  readonly unanswered: number;
  readonly kinds: readonly KindScore[];
  readonly failures: readonly Failure[];
}

export function reportOf(played: readonly Played[]): ConversationReport {
  const names = [...new Set(played.map(({ entry }) => entry.kind))].sort();
  const kinds = names.map((kind) =>
    scoreOf(
      kind,
      played.filter(({ entry }) => entry.kind === kind),
    ),
  );
  const { n, passed, unasked, unanswered } = scoreOf('', played);
  return { n, passed, unasked, unanswered, kinds, failures: played.flatMap(failuresOf) };
}

function scoreOf(kind: string, played: readonly Played[]): KindScore {
  const verdicts = played.flatMap((one) => one.verdicts);
  return {
    kind,
    n: played.length,
    passed: played.filter((one) => one.verdicts.every(isPassed)).length,
    unasked: verdicts.reduce((sum, { unasked }) => sum + unasked.length, 0),
    unanswered: verdicts.filter(({ isAnswered }) => !isAnswered).length,
  };
}

const failuresOf = ({ entry, verdicts }: Played): readonly Failure[] =>
  verdicts.flatMap((verdict, index) => {
    const { isAnswered: _, ...found } = verdict;
    return isPassed(verdict) ? [] : [{ id: entry.id, said: entry.messages[index]?.say ?? '', ...found }];
  });

/** The report for people: the failures, a table, and the one number that counts. */
export function printed({ kinds, failures, ...total }: ConversationReport): string {
  const rows = [...kinds, { kind: 'all', ...total }].map(({ kind, n, passed, unasked, unanswered }) =>
    [kind, n, passed, unasked, unanswered].map(String),
  );
  const table = [['kind', 'n', 'passed', 'unasked mutations', 'unanswered'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  );
  return [
    ...failures.map(failureLines),
    ...(failures.length > 0 ? [''] : []),
    ...lines,
    '',
    `unasked mutations: ${total.unasked}`,
  ].join('\n');
}

const failureLines = ({ id, said, unasked, missing, faults, text }: Failure): string => {
  const wrong = [
    ...unasked.map((deed) => `unasked: ${deed}`),
    ...missing.map((deed) => `missing: ${deed}`),
    ...faults,
    ...(text === '' ? ['no answer'] : []),
  ];
  return `${id}: ${JSON.stringify(said)}: ${wrong.join('; ')}\n    ${JSON.stringify(text)}`;
};
