import type { StepDefinition } from '@arbiter/contracts';
import { echo } from '../../fixtures/plan-bundle';
import { playbookBundle } from '../../fixtures/playbook-bundle';
import { compiledTemplate } from './compile-template';
import { isRejection } from './rejection';

const TEXT = { from: 'args.text' };

/** Three changes, from the one that is easiest to take back. */
const draft = (dependsOn: readonly string[] = [], changes: Partial<StepDefinition> = {}): StepDefinition =>
  echo('draft', dependsOn, { tool: 'mail.draft.create', args: { to: TEXT, body: TEXT, about: TEXT }, ...changes });
const flag = (dependsOn: readonly string[] = [], changes: Partial<StepDefinition> = {}): StepDefinition =>
  echo('flag', dependsOn, { tool: 'ledger.flag.set', args: { number: TEXT, count: 1 }, ...changes });
const mail = (dependsOn: readonly string[] = []): StepDefinition => echo('mail', dependsOn, { tool: 'shop.mail.send' });
const read = (dependsOn: readonly string[] = [], changes: Partial<StepDefinition> = {}): StepDefinition =>
  echo('read', dependsOn, { tool: 'arbiter.echo.say', ...changes });

function compiled(...steps: StepDefinition[]) {
  const template = {
    template: 'test',
    version: '1.0.0',
    description: 'A test.',
    args: {
      type: 'object',
      required: ['text'],
      additionalProperties: false,
      properties: { text: { type: 'string' } },
    },
    scope: {
      allowed: {
        arbiter: ['echo'],
        ledger: ['invoices.write'],
        mail: ['mail.draft'],
        shop: ['mails.write'],
      },
    },
    steps,
  };
  return compiledTemplate({ ...playbookBundle, templates: [template] }, 'test');
}
const reasonOf = (...steps: StepDefinition[]): string | null => {
  const found = compiled(...steps);
  return isRejection(found) ? `${found.reason}: ${found.detail}` : null;
};
const stepOf = (id: string, ...steps: StepDefinition[]) => {
  const found = compiled(...steps);
  if (isRejection(found)) throw new Error(found.detail);
  return found.steps.find((step) => step.id === id)!;
};

describe('what is hardest to take back comes last in a template (SG-02)', () => {
  it.each<[string, readonly StepDefinition[]]>([
    ['from the easiest to the hardest', [draft(), flag(['draft']), mail(['flag'])]],
    ['with a read between them', [draft(), read(['draft']), mail(['read'])]],
    ['reads beside them', [read(), draft(), flag(['draft'])]],
  ])('is compiled: %s', (_, steps) => {
    expect(reasonOf(...steps)).toBeNull();
  });

  it.each<[string, readonly StepDefinition[], RegExp]>([
    ['side by side', [draft(), flag()], /step flag is harder to take back than draft, and does not wait for it; add/],
    ['the wrong way round', [draft(['flag']), flag()], /step flag is harder to take back than draft/],
    ['a message before what stays', [draft(), mail(['draft']), flag(['mail'])], /step mail is harder .* than flag/],
    ['what is kept beside what stays', [draft([], { onFailure: 'keep' }), flag()], /step flag is harder .* than draft/],
  ])('is no plan otherwise: %s', (_, steps, reason) => {
    expect(reasonOf(...steps)).toMatch(reason);
  });
});

describe('a step says whether it is undone only where it can be (SG-03)', () => {
  it.each<[string, StepDefinition]>([
    ['a step whose tool nothing undoes', flag([], { onFailure: 'undo' })],
    ['the same, to be kept', flag([], { onFailure: 'keep' })],
    ['a read', read([], { onFailure: 'undo' })],
    ['a reply', { id: 'reply', type: 'respond', copy: 'thanks_reply', onFailure: 'keep' }],
  ])('so this is no plan: %s', (_, step) => {
    expect(reasonOf(step)).toMatch(/does nothing that a tool undoes; take `onFailure` out/);
  });

  it('it is undone unless it says otherwise or is optional', () => {
    expect(stepOf('draft', draft())).toMatchObject({
      undo: {
        tool: 'mail.draft.delete',
        args: { draftId: { from: 'result.draftId' } },
        idempotency: 'native_key',
      },
      onFailure: 'undo',
    });
    expect(stepOf('draft', draft([], { onFailure: 'keep' })).onFailure).toBe('keep');
    expect(stepOf('draft', draft([], { optional: true })).onFailure).toBe('keep');
    expect(stepOf('draft', draft([], { optional: true, onFailure: 'undo' })).onFailure).toBe('undo');
  });

  it('what nothing undoes has no way back in the plan', () => {
    expect(stepOf('flag', flag())).not.toHaveProperty('undo');
    expect(stepOf('flag', flag())).not.toHaveProperty('onFailure');
  });
});
