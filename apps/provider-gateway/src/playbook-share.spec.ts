import type { ArtifactBundle } from '@arbiter/contracts';
import { playbookShareOf } from './playbook-share';

const bundleWith = (budgets?: object): ArtifactBundle =>
  ({
    playbooks: [{ definition: { playbook: 'reminders', ...(budgets && { budgets }) } }],
  }) as unknown as ArtifactBundle;
const BUDGETS = { day: { tokens: 9_000 }, run: { tokens: 900, dollars: 2, actions: 5 } };

describe('the further budgets that a call for a playbook counts against (PL-28)', () => {
  it('is its day and its whole run, whichever branch it is made for', () => {
    expect(playbookShareOf({ playbook: 'reminders', runId: 'run-1~abc' }, bundleWith(BUDGETS))).toEqual({
      playbook: 'reminders',
      budgets: BUDGETS,
      runId: 'run-1',
    });
  });

  it('is what the run was given, where it was given something', () => {
    const ask = { playbook: 'reminders', runId: 'run-1', granted: { tokens: 5_000 } };
    expect(playbookShareOf(ask, bundleWith(BUDGETS))?.budgets.run).toEqual({ tokens: 5_000, dollars: 2, actions: 5 });
  });

  it('is nothing where it is made for no playbook, or one without budgets', () => {
    expect(playbookShareOf({ runId: 'run-1' }, bundleWith(BUDGETS))).toBeNull();
    expect(playbookShareOf({ playbook: 'reminders', runId: 'run-1' }, bundleWith())).toBeNull();
  });
});
