import { NEXT_PAGE, oddRecordsIn, valueAt, type ListDeclaration, type Plan, type ReadPages } from '@arbiter/contracts';
import { memoise } from '../../memoise';

/** A step that reads a page after the first. */
interface FurtherPage {
  /** from 2 */
  readonly number: number;
  /** the steps of the pages before it */
  readonly before: readonly string[];
  readonly list: ListDeclaration;
}

type Results = Readonly<Record<string, unknown>>;

/** The further pages of a plan's reads by their steps. */
export const furtherPages = memoise((plan: Plan): ReadonlyMap<string, FurtherPage> => {
  const reads = plan.steps.flatMap((step): readonly ReadPages[] => {
    if (step.type === 'for_each') return [step.forEach.selection.over];
    return step.type === 'verdict' ? [step.objective.over] : [];
  });
  return new Map(
    reads.flatMap(({ steps, list }) =>
      list === undefined
        ? []
        : steps.map((id, index) => [id, { number: index + 1, before: steps.slice(0, index), list }] as const).slice(1),
    ),
  );
});

/** Whether a further page is there to be read, by what the pages before it say. */
export const isThere = ({ number, before, list }: FurtherPage, results: Results): boolean =>
  isFurther(list, pagesIn(before, results), number);

/** Whether everything was read: a list without a sign of its end has more. */
export function isWhole({ steps, list }: Pick<ReadPages, 'steps' | 'list'>, results: Results): boolean {
  if (list === undefined) return true;
  const pages = pagesIn(steps, results);
  return pages.length > 0 && !isFurther(list, pages, pages.length + 1);
}

/** Whether the result of one call holds all that there is. */
export const isWholeList = (list: ListDeclaration, result: unknown): boolean =>
  !saysWhetherItEnds(list) || !isFurther(list, [result], 2);

/** The page after the last, which its vendor answers with a status of its own. */
export const emptyPage = ({ items }: ListDeclaration): unknown =>
  items.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), []);

/** Whether a page says by itself if there are more. */
export const saysWhetherItEnds = (list: ListDeclaration): boolean =>
  (list.pages ?? list.total ?? onwardIn(list)) !== undefined;

/** Where a page has what asks for the next one; undefined where its list is numbered. */
export const cursorIn = ({ cursor, link }: ListDeclaration): string | undefined =>
  link === undefined ? cursor : NEXT_PAGE;

const onwardIn = (list: ListDeclaration): string | undefined => list.next ?? cursorIn(list);

const pagesIn = (steps: readonly string[], results: Results): readonly unknown[] =>
  steps.filter((step) => Object.hasOwn(results, step)).map((step) => results[step]);

/** Whether these pages say, or leave open, that there is one of that number. */
function isFurther(list: ListDeclaration, pages: readonly unknown[], number: number): boolean {
  if (pages.length === 0) return false;
  const last = pages.at(-1);
  const onward = onwardIn(list);
  if (onward !== undefined) return isGiven(at(last, onward));
  if (list.pages !== undefined) {
    const counts = pages.map((page) => at(page, list.pages!)).filter(isCount);
    if (counts.length > 0) return Math.max(...counts) >= number;
  }
  const total = list.total === undefined ? undefined : at(last, list.total);
  if (isCount(total)) return pages.reduce<number>((seen, page) => seen + sizeOf(list, page), 0) < total;
  return sizeOf(list, last) > 0;
}

const at = (page: unknown, path: string): unknown => valueAt(page, path.split('.'));

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && value !== false;

/** How many records a page holds, those that do not fit their schema too; one that holds no list is not empty. */
function sizeOf({ items }: ListDeclaration, page: unknown): number {
  const found = at(page, items);
  return (Array.isArray(found) ? found.length : 1) + oddRecordsIn(page).length;
}
