import type { PlaybookRun } from '@arbiter/stack';

/** One instance of a playbook, with its expected results. */
export interface Carried {
  readonly seed: number;
  readonly day: string;
  /** the objects that were to be dealt with */
  readonly right: readonly string[];
  /** the object of every deed, by the ledger of the sandbox */
  readonly dealtWith: readonly string[];
  readonly expected: { readonly verdict: string; readonly failing: readonly string[] };
  /** null: the instance reached none */
  readonly verdict: PlaybookRun['verdict'];
}

/** The usage of models in an evaluation; dollars as far as the prices are known. */
export interface ModelsTook {
  readonly model_calls: number;
  readonly cost: number;
}

/** The results of a playbook. */
export interface PlaybookSummary extends ModelsTook {
  /** the share of the objects for which the objective holds afterwards, or its owner accepts that it does not */
  readonly objective: number;
  /** of all deeds, the share that was right; one too many for an object is not */
  readonly precision: number;
  /** of all that was to be dealt with, the share that was */
  readonly recall: number;
  readonly touches: number;
}

export interface PlaybookScore extends PlaybookSummary {
  readonly instances: number;
  /** the share of the instances with the right verdict, for the right objects */
  readonly verdicts: number;
  /** the instances that were not as they should be */
  readonly wrong: readonly Wrong[];
}

interface Wrong {
  readonly seed: number;
  readonly day: string;
  readonly extra: readonly string[];
  readonly missing: readonly string[];
  /** null: as expected */
  readonly verdict: { readonly expected: Carried['expected']; readonly reached: PlaybookRun['verdict'] } | null;
}

/** Precision, recall and verdicts over all instances. */
export function scoreOf(instances: readonly Carried[], took: ModelsTook): PlaybookScore {
  const deeds = total(instances, ({ dealtWith }) => dealtWith.length);
  const right = total(instances, (instance) => instance.right.length);
  const hits = total(instances, (instance) => hitsOf(instance).length);
  return {
    instances: instances.length,
    objective: mean(instances.map(({ verdict }) => metShare(verdict))),
    verdicts: mean(instances.map((instance) => (isJudgedRight(instance) ? 1 : 0))),
    precision: share(hits, deeds),
    recall: share(hits, right),
    touches: deeds,
    ...took,
    wrong: instances.flatMap(wrongIn),
  };
}

export const summaryOf = ({
  objective,
  precision,
  recall,
  model_calls,
  cost,
  touches,
}: PlaybookScore): PlaybookSummary => ({ objective, precision, recall, model_calls, cost, touches });

const total = (instances: readonly Carried[], count: (instance: Carried) => number): number =>
  instances.reduce((sum, instance) => sum + count(instance), 0);

const hitsOf = ({ right, dealtWith }: Carried): readonly string[] =>
  right.filter((object) => dealtWith.includes(object));

const DIGITS = 10_000;
const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS;
const share = (part: number, whole: number): number => (whole === 0 ? 1 : rounded(part / whole));
const mean = (values: readonly number[]): number =>
  share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );

/** Without a verdict no object is known to meet the objective. */
const metShare = (verdict: PlaybookRun['verdict']): number =>
  verdict === null ? 0 : share(verdict.objects - verdict.failing.length, verdict.objects);

const isJudgedRight = ({ expected, verdict }: Carried): boolean =>
  verdict?.verdict === expected.verdict && isSame(verdict.failing, expected.failing);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((object) => other.includes(object));

function wrongIn(instance: Carried): readonly Wrong[] {
  const { seed, day, right, dealtWith, expected, verdict } = instance;
  const extra = dealtWith.filter((object, index) => !right.includes(object) || dealtWith.indexOf(object) < index);
  const missing = right.filter((object) => !dealtWith.includes(object));
  const isRight = isJudgedRight(instance);
  if (extra.length === 0 && missing.length === 0 && isRight) return [];
  return [{ seed, day, extra, missing, verdict: isRight ? null : { expected, reached: verdict } }];
}
