import { answerTimes, type ModelsDefinition } from '@arbiter/contracts';
import { PURPOSE_NAMES, isPurpose } from './purposes';
import type { TierProblem } from './tier-problem';

/** What no person waits for in a chat has the time that its asker gives it. */
const TIMED_BY_ASKER: ReadonlySet<string> = new Set(['plan', 'prose', 'slot_inference', 'agent']);

/** The times that cannot be kept: a purpose that there is none of, and a first word that comes after the last. */
export function timeProblems(models: ModelsDefinition): readonly TierProblem[] {
  const longest = Math.max(...PURPOSE_NAMES.map((purpose) => answerTimes(models, purpose).total));
  return [
    ...Object.entries(models.times ?? {}).flatMap(([purpose, times]) => purposeProblems(models, purpose, times)),
    ...(models.providers ?? []).flatMap(
      ({ name, limits: { firstTokenMilliseconds: first, totalMilliseconds } = {} }, index) => {
        const path = ['providers', index, 'limits', 'firstTokenMilliseconds'];
        const total = totalMilliseconds ?? longest;
        return first === undefined || first <= total
          ? []
          : [{ path, reason: `"${name}" may begin after ${first} ms and has ${total} in all`, fix: AFTER }];
      },
    ),
  ];
}

const AFTER = 'give less time until the first word, or more in all';

function purposeProblems(
  models: ModelsDefinition,
  purpose: string,
  { firstTokenMilliseconds: first = 0, totalMilliseconds }: NonNullable<ModelsDefinition['times']>[string],
): readonly TierProblem[] {
  const path = ['times', purpose];
  if (!isPurpose(purpose))
    return [{ path, reason: `there is no purpose "${purpose}"`, fix: `use one of ${PURPOSE_NAMES.join(', ')}` }];
  if (TIMED_BY_ASKER.has(purpose))
    return totalMilliseconds === undefined
      ? []
      : [{ path: [...path, 'totalMilliseconds'], reason: `"${purpose}" has a minute in all`, fix: 'leave it out' }];
  const { total } = answerTimes(models, purpose);
  return first <= total
    ? []
    : [
        {
          path: [...path, 'firstTokenMilliseconds'],
          reason: `"${purpose}" may begin after ${first} ms and has ${total} in all`,
          fix: AFTER,
        },
      ];
}
