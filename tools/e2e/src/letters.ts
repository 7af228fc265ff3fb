import type { StepDefinition, TemplateDefinition } from '@arbiter/contracts';
import type { TenantCopy } from '@arbiter/stack';
import { copyOfStudio } from './copy-of-studio';

const ADDRESS = 'client@example.com';

const draft: StepDefinition = {
  id: 'draft',
  type: 'tool_call',
  title: 'Write the letter',
  tool: 'mail.draft.create',
  args: { to: ADDRESS, subject: 'Your invoice', body: 'It is open.', about: 'INV-2001' },
};
const send = (amount: number, to = ADDRESS): StepDefinition => ({
  id: 'send',
  type: 'tool_call',
  title: 'Send the letter',
  tool: 'mail.message.send',
  args: { draftId: { from: 'steps.draft.result.draftId' }, to, about: 'INV-2001', amount },
  dependsOn: ['draft'],
});

const letter = (template: string, ...steps: StepDefinition[]): TemplateDefinition => ({
  template,
  version: '1.0.0',
  description: 'Writes a letter and sends it.',
  direct: true,
  args: { type: 'object', additionalProperties: false, properties: {} },
  scope: { allowed: { mail: ['drafts.write', 'messages.send'] } },
  steps,
});

/** The vendor refuses a letter to anyone but the recipient of its draft. */
const REFUSED = letter('refused_letter', draft, send(10, 'other@example.com'));
/** Above the threshold, so that a person is asked. */
const ASKED = letter('asked_letter', draft, send(6_000));
const KEPT = letter('kept_letter', { ...draft, onFailure: 'keep' }, send(10, 'other@example.com'));

/** A copy of the studio that can write these letters. */
export function studioWithLetters(): TenantCopy {
  const copy = copyOfStudio();
  copy.change<TemplateDefinition[]>('templates.yaml', (templates) => [...templates, REFUSED, ASKED, KEPT]);
  return copy;
}

/** What the vendor does for a letter that it refuses: the draft is written and thrown away. */
export const WRITTEN_AND_UNDONE = ['POST /drafts', 'DELETE /drafts/{draftId}'];

/** The statuses of the steps of a run. */
export const statusesOf = ({ header }: Record<string, unknown>): readonly string[] =>
  (header as { steps: { status: string }[] }).steps.map(({ status }) => status);
