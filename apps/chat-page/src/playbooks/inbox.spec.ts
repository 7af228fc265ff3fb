import type { ApprovalPage, ApprovalView } from '@arbiter/contracts';
import { entriesOf, NO_ANSWERS, pagesOf } from './inbox';

const asked = (id: string, askedAt: string) => ({ id, askedAt }) as ApprovalView;
const [first, second, third] = [asked('a', '2026-07-01'), asked('b', '2026-07-02'), asked('c', '2026-07-02')];

describe('the actions that wait for a yes', () => {
  it('stands the newest first', () => {
    const entries = entriesOf({ waiting: [first, third, second], answered: NO_ANSWERS });
    expect(entries.map(({ approval }) => approval.id)).toEqual(['c', 'b', 'a']);
  });

  it('stays in its place once it was answered, whether the server still lists it or not', () => {
    const answered = new Map([['b', { approval: second, decision: 'reject' as const }]]);
    for (const waiting of [
      [third, second, first],
      [third, first],
    ])
      expect(entriesOf({ waiting, answered }).map(({ approval, decision }) => [approval.id, decision])).toEqual([
        ['c', null],
        ['b', 'reject'],
        ['a', null],
      ]);
  });

  it('is read page by page, no more than was asked for', async () => {
    const read = async (before: string | null): Promise<ApprovalPage> => {
      const page = Number(before ?? 0);
      return { approvals: [asked(`p${page}`, '')], before: page < 3 ? String(page + 1) : null, mayAnswer: true };
    };
    const ids = async (most: number) => {
      const { approvals, before } = await pagesOf(read, most);
      return [...approvals.map(({ id }) => id), before];
    };
    expect(await ids(1)).toEqual(['p0', '1']);
    expect(await ids(2)).toEqual(['p0', 'p1', '2']);
    expect(await ids(9)).toEqual(['p0', 'p1', 'p2', 'p3', null]);
  });
});
