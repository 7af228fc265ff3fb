import type { ApprovalPage, ApprovalView } from '@arbiter/contracts';
import { entriesOf, NO_ANSWERS, NOTHING_SEEN, pagesOf, secondsToLeave } from './inbox';

const asked = (id: string, askedAt: string) => ({ id, askedAt }) as ApprovalView;
const [first, second, third] = [asked('a', '2026-07-01'), asked('b', '2026-07-02'), asked('c', '2026-07-02')];

describe('the actions that wait for a yes', () => {
  it('stands the oldest first', () => {
    const entries = entriesOf({ waiting: [first, third, second], seen: NOTHING_SEEN, answered: NO_ANSWERS });
    expect(entries.map(({ approval }) => approval.id)).toEqual(['a', 'b', 'c']);
  });

  it('stays in its place once it was answered, whether the server still lists it or not', () => {
    const answered = new Map([['b', { approval: second, decision: 'reject' as const }]]);
    for (const waiting of [
      [third, second, first],
      [third, first],
    ])
      expect(
        entriesOf({ waiting, seen: NOTHING_SEEN, answered }).map(({ approval, standing }) => [approval.id, standing]),
      ).toEqual([
        ['a', 'open'],
        ['b', 'reject'],
        ['c', 'open'],
      ]);
  });

  it('stays in its place, closed, once another has answered it', () => {
    const seen = new Map([first, second, third].map((approval) => [approval.id, approval]));
    expect(
      entriesOf({ waiting: [third], seen, answered: NO_ANSWERS }).map(({ approval, standing }) => [
        approval.id,
        standing,
      ]),
    ).toEqual([
      ['a', 'closed'],
      ['b', 'closed'],
      ['c', 'open'],
    ]);
  });

  it.each([
    [null, null, null],
    ['2026-07-01T10:00:00.000Z', null, null],
    ['2026-07-01T10:00:00.000Z', '2026-07-01T10:00:02.340Z', '2.3'],
    ['2026-07-01T10:00:00.000Z', '2026-07-01T09:59:59.990Z', '0.0'],
  ])('that was answered at %p and left at %p took %p seconds', (answeredAt, endedAt, seconds) => {
    expect(secondsToLeave({ answeredAt, endedAt } as ApprovalView)).toBe(seconds);
  });

  it('is read page by page, no more than was asked for', async () => {
    const read = async (after: string | null): Promise<ApprovalPage> => {
      const page = Number(after ?? 0);
      return { approvals: [asked(`p${page}`, '')], after: page < 3 ? String(page + 1) : null, mayAnswer: true };
    };
    const ids = async (most: number) => {
      const { approvals, after } = await pagesOf(read, most);
      return [...approvals.map(({ id }) => id), after];
    };
    expect(await ids(1)).toEqual(['p0', '1']);
    expect(await ids(2)).toEqual(['p0', 'p1', '2']);
    expect(await ids(9)).toEqual(['p0', 'p1', 'p2', 'p3', null]);
  });
});
