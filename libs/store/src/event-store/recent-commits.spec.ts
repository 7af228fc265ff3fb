import type { EventName } from '@arbiter/contracts';
import type { WrittenEvent } from './append';
import { RecentCommits } from './recent-commits';

const PLAN = 'plan-shop-r';
const SESSION = 'session-shop-s';

const committed = (name: EventName, stream: string, version: number, sourceVersion: number | null = null) =>
  ({
    name,
    stream,
    version,
    text: `${name} of ${stream}@${version}`,
    event: { source: sourceVersion === null ? null : { stream: SESSION, version: sourceVersion } },
  }) as WrittenEvent;

const request = committed('run.requested', SESSION, 7);
const plan = committed('plan.accepted', PLAN, 1, 7);

describe('the recent commits of this process', () => {
  const known = (...events: readonly WrittenEvent[]) => {
    const commits = new RecentCommits();
    commits.note(events);
    return commits.originOf(PLAN);
  };

  it('tells a plan and its request as they were written (1)', () => {
    expect(known(request, plan)).toEqual({ plan: plan.text, request: request.text });
  });

  it.each([
    ['the request was committed elsewhere', [plan]],
    ['another request than the one that it came of is known', [committed('run.requested', SESSION, 6), plan]],
    ['the plan was committed elsewhere', [request]],
    ['the plan came after another fact of its stream', [request, committed('plan.accepted', PLAN, 2, 7)]],
    ['the plan came of something else', [committed('turn.received', SESSION, 7), plan]],
    ['the plan came of nothing', [request, committed('plan.accepted', PLAN, 1)]],
    ['what came first is no plan', [request, committed('plan.rejected', PLAN, 1, 7)]],
  ])('tells nothing where %s (2)', (_, events) => {
    expect(known(...events)).toBeNull();
  });

  it('forgets what came before much else', () => {
    const commits = new RecentCommits();
    commits.note([request, plan]);
    const large = { ...committed('run.requested', SESSION, 8), text: 'x'.repeat(4 * 1024 * 1024 - 10) };
    commits.note([large]);
    expect(commits.originOf(PLAN)).toBeNull();
  });
});
