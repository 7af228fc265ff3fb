import { resolve } from 'node:path';
import type { ArtifactBundle, GoldenRecord } from '@arbiter/contracts';
import { loadTenant } from '../load-tenant';
import { judgeActivation, type ActivationGuard } from './judge-activation';
import { modelWork } from './model-work';

const STUDIO = loadTenant(resolve(__dirname, '../../../../deploy/tenants/studio'));
const NAME = 'invoice_followup';

type Change = [what: string, change: (bundle: ArtifactBundle) => unknown];

const workIn = (bundle: ArtifactBundle): string =>
  modelWork(
    bundle.playbooks!.find(({ definition }) => definition.playbook === NAME)!,
    bundle,
  );
const changed = (change: Change[1]): ArtifactBundle => {
  const bundle = structuredClone(STUDIO);
  change(bundle);
  return bundle;
};
const playbookIn = ({ playbooks }: ArtifactBundle) =>
  playbooks!.find(({ definition }) => definition.playbook === NAME)!;

describe('the work of models for a playbook', () => {
  it.each<Change>([
    ['another model', (bundle) => (bundle.models.providers![2]!.model = 'gpt-5-nano')],
    ['another order of the tier', (bundle) => bundle.models.tiers['A']!.reverse()],
    ['another tier for its work', (bundle) => (bundle.models.classes!.compile = 'C')],
    ['another class of its work', (bundle) => (playbookIn(bundle).definition.classes.plan = 'formatting')],
    ['a tier that stands in', (bundle) => (bundle.models.fallback = { A: 'B' })],
    ['what a model is told', (bundle) => (playbookIn(bundle).definition.objective.description = 'x')],
  ])('changes with %s', (_what, change) => {
    expect(workIn(changed(change))).not.toBe(workIn(STUDIO));
  });

  it.each<Change>([
    ['what the tenant has set', (bundle) => (playbookIn(bundle).parameters['cadenceDays'] = 10)],
    ['a tier that it does not use', (bundle) => bundle.models.tiers['B']!.reverse()],
    ['a price', (bundle) => (bundle.models.providers![2]!.prices = { input: 9, output: 9 })],
    ['a budget', (bundle) => (bundle.models.budgets = {})],
    ['a threshold', (bundle) => (playbookIn(bundle).definition.riskPolicy = [])],
    ['a sentence', (bundle) => (bundle.copy.sentences['invoice_reminder'] = 'Pay.')],
    ['the other playbook', (bundle) => (bundle.playbooks = [playbookIn(bundle)])],
  ])('does not change with %s', (_what, change) => {
    expect(workIn(changed(change))).toBe(workIn(STUDIO));
  });
});

describe('an activation (PV-06)', () => {
  const cheaper = changed((bundle) => (bundle.models.classes!.compile = 'C'));
  const metrics = (bundle: ArtifactBundle, less: Partial<GoldenRecord> = {}): GoldenRecord => ({
    playbook: NAME,
    work: workIn(bundle),
    provider: 'openai',
    measuredOn: '2026-11-23',
    objective: 0.9,
    verdicts: 1,
    precision: 1,
    recall: 0.95,
    ...less,
  });
  const active = { bundle: STUDIO, golden: [metrics(STUDIO)] };
  const guard = (
    recorded: readonly GoldenRecord[] = [],
    forced: ActivationGuard['forced'] = null,
  ): ActivationGuard => ({
    guarded: [NAME],
    recorded,
    forced,
  });

  it('that is the first, or changes nothing that models do, needs nothing', () => {
    expect(judgeActivation(null, cheaper, guard())).toEqual({ refused: [], kept: {} });
    const threshold = changed((bundle) => (playbookIn(bundle).definition.riskPolicy = []));
    expect(judgeActivation(active, threshold, guard())).toEqual({ refused: [], kept: { golden: active.golden } });
    const without = { bundle: changed((bundle) => delete bundle.playbooks), golden: [] };
    expect(judgeActivation(without, cheaper, guard()).refused).toEqual([]);
  });

  it('of a playbook without a golden file is let through', () => {
    expect(judgeActivation(active, cheaper, { ...guard(), guarded: [] })).toEqual({ refused: [], kept: {} });
  });

  it('is refused where the change was not measured, or was for other models', () => {
    const refused = [{ playbook: NAME, refusal: 'how well it does with them has not been measured' }];
    expect(judgeActivation(active, cheaper, guard()).refused).toEqual(refused);
    expect(judgeActivation(active, cheaper, guard([metrics(STUDIO)])).refused).toEqual(refused);
  });

  it('is let through where it is as good as before, and keeps what was measured', () => {
    const measured = metrics(cheaper);
    expect(judgeActivation(active, cheaper, guard([measured]))).toEqual({ refused: [], kept: { golden: [measured] } });
    const anything = metrics(cheaper, { recall: 0 });
    expect(judgeActivation({ ...active, golden: [] }, cheaper, guard([anything])).refused).toEqual([]);
  });

  it.each(['objective', 'verdicts', 'precision', 'recall'] as const)('is refused where %s falls', (name) => {
    const { refused } = judgeActivation(active, cheaper, guard([metrics(cheaper, { [name]: 0.5 })]));
    expect(refused).toEqual([
      { playbook: NAME, refusal: expect.stringMatching(new RegExp(`^${name} falls from [\\d.]+ to 0\\.5$`)) },
    ]);
  });

  it('is refused where it was measured without a language model, and with one before', () => {
    const { refused } = judgeActivation(active, cheaper, guard([metrics(cheaper, { provider: 'local' })]));
    expect(refused[0]!.refusal).toContain('measured with local, which is no language model, and with openai before');
    const local = { ...active, golden: [metrics(STUDIO, { provider: 'local' })] };
    expect(judgeActivation(local, cheaper, guard([metrics(cheaper, { provider: 'local' })])).refused).toEqual([]);
  });

  it('that is forced by name goes through with its reason, what was refused, and what it is held against next', () => {
    const forced = { playbooks: [NAME], reason: 'the provider goes away' };
    const refusal = 'how well it does with them has not been measured';
    expect(judgeActivation(active, cheaper, guard([], forced))).toEqual({
      refused: [],
      kept: { golden: active.golden, forced: [{ playbook: NAME, refusal, reason: 'the provider goes away' }] },
    });
    const other = { ...forced, playbooks: ['contact_hygiene'] };
    expect(judgeActivation(active, cheaper, guard([], other)).refused).toHaveLength(1);
  });

  it('that needs no force keeps none', () => {
    const forced = { playbooks: [NAME], reason: 'to be sure' };
    expect(judgeActivation(active, cheaper, guard([metrics(cheaper)], forced)).kept).toEqual({
      golden: [metrics(cheaper)],
    });
  });
});
