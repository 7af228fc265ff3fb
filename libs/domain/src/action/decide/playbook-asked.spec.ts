import { stepOrigin, type ArtifactBundle } from '@arbiter/contracts';
import { REMINDERS, bundleWith, reminders } from '../../fixtures/scheduled-playbook';
import { playbookAsked } from './playbook-asked';

const BEGIN = 'arbiter.playbook.begin';
const LATE = '2026-07-01T22:30:00.000Z';
const tool = (builtin: 'begin_playbook' | 'echo') => ({ tool: BEGIN, extension: 'arbiter', args: {}, builtin });
const asked = (bundle: ArtifactBundle, builtin: 'begin_playbook' | 'echo' = 'begin_playbook') =>
  playbookAsked(
    { action: { actionId: 'run-1.begin', runId: 'run-1', stepId: 'begin', origin: stepOrigin('begin'), tool: BEGIN } },
    { playbook: REMINDERS },
    { artifacts: { ...bundle, tools: [tool(builtin)], extensions: [] } as unknown as ArtifactBundle, now: LATE },
  );

describe('the built-in tool that begins a playbook', () => {
  const berlin = reminders({ cron: '0 9 * * *', timeZone: 'Europe/Berlin', missed: 'skip' });

  it('asks for the day that it is where the schedule is', () => {
    expect(asked(bundleWith(berlin))).toEqual([
      {
        name: 'playbook.asked',
        data: { actionId: 'run-1.begin', runId: 'run-1', playbook: REMINDERS, day: '2026-07-02', askedAt: LATE },
      },
    ]);
  });

  it("asks for the tenant's day where there is no schedule", () => {
    const bundle = bundleWith(reminders());
    const there = { ...bundle, copy: { ...bundle.copy, timeZone: 'Asia/Tokyo' } };
    expect(asked(there)).toMatchObject([{ data: { day: '2026-07-02' } }]);
  });

  it('asks for the day in UTC where there is no schedule, and the tenant names no time zone', () =>
    expect(asked(bundleWith(reminders()))).toMatchObject([{ data: { day: '2026-07-01' } }]));

  it('is the only one that asks for anything', () => expect(asked(bundleWith(berlin), 'echo')).toEqual([]));
});
