import type { PlaybookProposal, ProposedStep, RevisionOf } from '@arbiter/contracts';
import { activeReminders, playbookBundle, reminder } from '../../fixtures/playbook-bundle';
import { flagged, sentAgain, unsent, unwished } from '../../fixtures/revised-reminder';
import { compileRevision, revisedHash } from './compile-revision';
import { REVISION_RULES } from './revision-rules';

const compiled = (proposal: PlaybookProposal, of: RevisionOf) =>
  compileRevision(proposal, of, activeReminders, playbookBundle);
const [contact, draft, send] = reminder.steps as [ProposedStep, ProposedStep, ProposedStep];
const [contactAgain, flag] = flagged.steps as [ProposedStep, ProposedStep];
const withSteps = (...steps: readonly ProposedStep[]): PlaybookProposal => ({ ...reminder, steps: [...steps] });

it.each([
  ['what is looked at again', flagged, unwished],
  ['what a vendor refused', sentAgain, unsent],
])('PL-18: %s becomes the whole plan anew', (_, proposal, of) => {
  const plan = compiled(proposal, of);
  expect('steps' in plan ? plan.steps.map(({ id }) => id) : plan).toContain('sweep');
});

it('a model may write out what the plan before left out', () => {
  const spelledOut = { ...contact, dependsOn: [], optional: false };
  expect(compiled(withSteps(spelledOut, draft, { ...send, id: 'send_again' }), unsent)).toHaveProperty('steps');
});

it('PL-17: its hash names it and the plan before it', () => {
  const plan = compiled(flagged, unwished);
  if (!('steps' in plan)) throw new Error(JSON.stringify(plan));
  expect(revisedHash(plan, 'parent')).toMatch(/^[0-9a-f]{64}$/);
  expect(revisedHash(plan, 'parent')).not.toBe(revisedHash(plan, 'other'));
});

const sentBefore: RevisionOf = { ...unsent, parent: { ...reminder, steps: [contact, draft] }, stepId: 'draft' };

/** rule; node; the proposal; the step that it replaces */
const MISTAKES: readonly (readonly [string, string, PlaybookProposal, RevisionOf])[] = [
  ['selectionStays', 'where', { ...flagged, where: 'item.status == "open"' }, unwished],
  [
    'otherStepsStay',
    'draft',
    withSteps(contact, { ...draft, optional: false, args: { ...draft.args, body: 'x' } }, { ...send, id: 'new' }),
    unsent,
  ],
  [
    'otherStepsStay',
    'contact',
    withSteps(
      { ...contact, id: 'contact_2' },
      {
        ...draft,
        id: 'draft_2',
        dependsOn: ['contact_2'],
        args: { ...draft.args, to: { from: 'steps.contact_2.result.email' } },
      },
    ),
    sentBefore,
  ],
  ['idsAreNew', 'contact', withSteps(contact, { ...flag, dependsOn: ['contact'] }), unwished],
  ['idsAreNew', 'flag', flagged, { ...unwished, gone: [{ step: flag, code: null }] }],
  ['somethingElseIsDone', 'steps', withSteps(contact, draft), unsent],
  ['deedsAreDoneOnce', 'draft_2', withSteps(contact, draft, { ...draft, id: 'draft_2' }), unsent],
  [
    'deedsAreDoneOnce',
    'flag',
    flagged,
    { ...unwished, gone: [{ step: { ...flag, id: 'flagged', expect: 'result.ok' }, code: 'unexpected_result' }] },
  ],
  ['expectationsAreLookedAt', 'flag', withSteps({ ...flag, dependsOn: [] }), unwished],
  [
    'expectationsAreLookedAt',
    'flag',
    withSteps({ ...contactAgain, expect: [{ that: 'result.remark == ""', code: 'remark' }] }, flag),
    unwished,
  ],
  [
    'expectationsAreLookedAt',
    'send_again',
    sentAgain,
    {
      ...unsent,
      gone: [{ step: { ...contact, id: 'looked', args: { contactId: { from: 'item.clientId' } } }, code: null }],
    },
  ],
];

describe('a revision that is another plan altogether is refused, with the node (PL-19)', () => {
  it.each(MISTAKES)('%s: %s', (rule, node, proposal, of) => {
    const refusals = compiled(proposal, of);
    expect('steps' in refusals ? [] : refusals.map((refusal) => [refusal.rule, refusal.node])).toContainEqual([
      rule,
      node,
    ]);
  });

  it.each(Object.keys(REVISION_RULES))('%s bites alone at least once', (rule) => {
    const alone = MISTAKES.filter(([named]) => named === rule).filter(([, , proposal, of]) => {
      const refusals = compiled(proposal, of);
      return !('steps' in refusals) && refusals.every((refusal) => refusal.rule === rule);
    });
    expect(alone.length).toBeGreaterThan(0);
  });

  it('the result of a step that was not reached when a look failed is not known either', () => {
    const causes = [
      { that: 'result.email != ""', code: 'no_address' },
      { that: '!result.doNotContact', code: 'do_not_contact' },
    ];
    const parent = withSteps({ ...contact, expect: causes }, draft, send);
    const of: RevisionOf = { parent, stepId: 'contact', code: 'no_address', gone: [] };
    const half = withSteps({ ...contactAgain, expect: [causes[0]!] }, flag);
    expect(compiled(half, of)).toMatchObject([
      { rule: 'expectationsAreLookedAt', reason: expect.stringContaining('doNotContact') },
    ]);
  });
});
