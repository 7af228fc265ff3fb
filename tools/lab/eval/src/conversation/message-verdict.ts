import type { RunView } from '@arbiter/contracts';
import { isDeed } from './deeds';
import type { Act, Expectation } from './entry';
import { textOf, type ReplyReader } from './reply-acts';

/** The result of one message. */
export interface Heard {
  readonly runs: readonly RunView[];
  /** by the vendor's ledger */
  readonly deeds: readonly string[];
}

export interface Verdict {
  /** deeds without a request, or that were done twice */
  readonly unasked: readonly string[];
  /** deeds that were asked for and not done */
  readonly missing: readonly string[];
  readonly isAnswered: boolean;
  readonly acts: readonly Act[];
  /** other deviations, in words */
  readonly faults: readonly string[];
  readonly text: string;
}

/** `isOffered`: the reply before this message has asked whether something should be done. */
export function verdictOf(
  expected: Expectation,
  { runs, deeds }: Heard,
  isOffered: boolean,
  reader: ReplyReader,
): Verdict {
  const { unasked, missing } = compared(expected, deeds, isOffered);
  const acts = [...reader.acts(runs, deeds)];
  const text = textOf(runs);
  return { unasked, missing, isAnswered: text !== '', acts, faults: faultsOf(expected, acts, text), text };
}

export const isPassed = ({ unasked, missing, isAnswered, faults }: Verdict): boolean =>
  unasked.length === 0 && missing.length === 0 && isAnswered && faults.length === 0;

/** Each expected deed is matched with one that was done; a deed left over on either side is an error. */
function compared(
  { must, may }: Expectation,
  deeds: readonly string[],
  isOffered: boolean,
): Pick<Verdict, 'unasked' | 'missing'> {
  const missing = [...must];
  const open = may.filter((deed) => isOffered || !deed.endsWith('?')).map((deed) => deed.replace('?', ''));
  const unasked = deeds.filter((done) => !take(missing, done) && !take(open, done));
  return { unasked, missing };
}

function take(expected: string[], done: string): boolean {
  const index = expected.findIndex((deed) => isDeed(deed, done));
  if (index >= 0) expected.splice(index, 1);
  return index >= 0;
}

function faultsOf(
  { acts: wanted, says, neverSays }: Expectation,
  acts: readonly Act[],
  text: string,
): readonly string[] {
  return [
    ...(wanted.length === 0 || wanted.some((act) => acts.includes(act))
      ? []
      : [`it ${acts.join(', ') || 'says nothing'}, not ${wanted.join(' or ')}`]),
    ...says.filter((pattern) => !pattern.test(text)).map(({ source }) => `it does not say ${source}`),
    ...neverSays.filter((pattern) => pattern.test(text)).map(({ source }) => `it says ${source}`),
  ];
}
