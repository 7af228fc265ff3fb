import type { ArtifactBundle, ToolDefinition, Values } from '@arbiter/contracts';
import { checkCompensation } from './compensation';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

const sending = {
  tool: 'mail.draft.create',
  args: object({ to: text, note: text }, ['to']),
  result: object({ draftId: text, size: { type: 'integer' }, more: object({ mark: text }, ['mark']) }, [
    'draftId',
    'size',
    'more',
  ]),
} as unknown as ToolDefinition;
const undoing = {
  tool: 'mail.draft.delete',
  args: object({ draftId: { ...text, minLength: 2 }, weight: { type: 'number' }, why: text }, ['draftId']),
} as unknown as ToolDefinition;

function problemsOf(args: Values): readonly string[] {
  const problems: string[] = [];
  const tool = { ...sending, compensation: { tool: 'mail.draft.delete', args } };
  const bundle = { tools: [tool, undoing] } as unknown as ArtifactBundle;
  checkCompensation(bundle, tool, (path, reason, fix) => problems.push(`${path.join('.')}: ${reason}; ${fix}`));
  return problems;
}

describe('the arguments of an undoing', () => {
  it.each<[string, Values]>([
    ['a field of the result', { draftId: { from: 'result.draftId' } }],
    ['a field within a field', { draftId: { from: 'result.more.mark' } }],
    ['an argument that the action was given', { draftId: { from: 'args.to' } }],
    ['an integer for a number', { draftId: 'D-1', weight: { from: 'result.size' } }],
    ['what may be missing, for what may be left out', { draftId: 'D-1', why: { from: 'args.note' } }],
    ['a value as it is', { draftId: 'D-1', weight: 2.5 }],
  ])('may be %s', (_, args) => {
    expect(problemsOf(args)).toEqual([]);
  });

  it.each<[string, Values, RegExp]>([
    ['less than it needs', {}, /^compensation\.tool: "mail\.draft\.delete" needs the argument `draftId`/],
    ['more than it takes', { draftId: 'D-1', to: 'x' }, /args\.to: "mail\.draft\.delete" takes no argument `to`/],
    ['a value that does not fit', { draftId: 'D' }, /args\.draftId: "mail\.draft\.delete" does not take this value/],
    [
      'what the result lacks',
      { draftId: { from: 'result.draftID' } },
      /args\.draftId: "mail\.draft\.create" has no `result\.draftID`; you may mean `result\.draftId`; use one of args\.to/,
    ],
    ['nothing that is known', { draftId: { from: 'steps.a.result.id' } }, /is no source of values; write args\.<name>/],
    ['a whole result', { draftId: { from: 'result' } }, /is no source of values/],
    [
      'what may be missing, where it is needed',
      { draftId: { from: 'args.note' } },
      /"mail\.draft\.delete" needs `draftId`, and `args\.note` may be left out; name something that is `required`/,
    ],
    [
      'a value of another type',
      { draftId: { from: 'result.size' } },
      /`result\.size` is no string, which "mail\.draft\.delete" takes as `draftId`/,
    ],
  ])('are not %s', (_, args, message) => {
    expect(problemsOf(args)).toEqual([expect.stringMatching(message)]);
  });
});
