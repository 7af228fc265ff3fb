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
  riskClass: 'record_mutation',
  request: {},
  args: object({ to: text, note: text }, ['to']),
  result: object({ draftId: text, size: { type: 'integer' }, more: object({ mark: text }, ['mark']) }, [
    'draftId',
    'size',
    'more',
  ]),
} as unknown as ToolDefinition;
const undoing = {
  tool: 'mail.draft.delete',
  riskClass: 'record_mutation',
  idempotency: 'native_key',
  args: object({ draftId: { ...text, minLength: 2 }, weight: { type: 'number' }, why: text }, ['draftId']),
  compensation: { none: 'A draft that was thrown away is gone.' },
} as unknown as ToolDefinition;
const POLICY: Policy = {
  allowList: ['mail.draft.create', 'mail.draft.delete'],
  rules: [{ rule: 'drafts', tools: ['mail.*'], effect: 'allow', reason: 'Nobody outside sees a draft.' }],
};

type Policy = Pick<ArtifactBundle['policy'], 'allowList' | 'rules'>;

interface Changes {
  readonly tool?: Partial<ToolDefinition>;
  readonly undoing?: Partial<ToolDefinition>;
  readonly policy?: Partial<Policy>;
}

function problemsWith(changes: Changes): readonly string[] {
  const problems: string[] = [];
  const tool = { ...sending, ...changes.tool };
  const bundle = {
    tools: [tool, { ...undoing, ...changes.undoing }],
    policy: { ...POLICY, ...changes.policy },
  } as unknown as ArtifactBundle;
  checkCompensation(bundle, tool, (path, reason, fix) => problems.push(`${path.join('.')}: ${reason}; ${fix}`));
  return problems;
}

const by = (args: Values): ToolDefinition['compensation'] => ({ tool: 'mail.draft.delete', args });
const problemsOf = (args: Values) => problemsWith({ tool: { compensation: by(args) } });

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

describe('how a tool is undone', () => {
  const none = { none: 'It is seen already.' };
  const undone = by({ draftId: { from: 'result.draftId' } });

  it.each<[string, Changes]>([
    ['a tool that changes a record, with a reason why nothing undoes it', { tool: { compensation: none } }],
    ['a tool that changes a record, with the tool that undoes it', { tool: { compensation: undone } }],
    ['no read', { tool: { riskClass: 'read' } }],
    ['no tool that is built in', { tool: { request: undefined, builtin: 'begin_playbook' } }],
    ['no message, for nothing undoes it', { tool: { riskClass: 'external_communication' } }],
    ['a message, if it likes', { tool: { riskClass: 'external_communication', compensation: none } }],
    [
      'a tool of the tenant that may not be called, by another one',
      { tool: { compensation: undone }, policy: { allowList: [], rules: [] } },
    ],
  ])('is said by %s (SG-03)', (_, changes) => {
    expect(problemsWith(changes)).toEqual([]);
  });

  it.each<[string, Changes, RegExp]>([
    ['by nothing that is said', {}, /^tool: nothing says how "mail\.draft\.create" is undone; add `compensation`/],
    [
      'where nothing was done',
      { tool: { riskClass: 'read', compensation: none } },
      /^compensation: a read changes nothing that could be undone; remove `compensation`/,
    ],
    [
      'once it is seen outside',
      { tool: { riskClass: 'external_communication', compensation: undone } },
      /^compensation: what "mail\.draft\.create" does is seen outside.*; write `\{ none: <why> \}`, or remove/,
    ],
    [
      'by a read',
      { tool: { compensation: undone }, undoing: { riskClass: 'read', compensation: undefined } },
      /^compensation\.tool: "mail\.draft\.delete" only reads; name a tool/,
    ],
    [
      'by what is done twice if it is asked for twice',
      { tool: { compensation: undone }, undoing: { idempotency: 'none' } },
      /^compensation\.tool: "mail\.draft\.delete" may undo twice/,
    ],
    [
      'by what does not say that nothing undoes it',
      { tool: { compensation: undone }, undoing: { riskClass: 'external_communication', compensation: undefined } },
      /^compensation\.tool: "mail\.draft\.delete" does not say that nothing undoes it/,
    ],
    [
      'by what is undone itself',
      { tool: { compensation: undone }, undoing: { compensation: { tool: 'mail.draft.create', args: {} } } },
      /give "mail\.draft\.delete" `compensation: \{ none: <why> \}`/,
    ],
    [
      'by what the tenant does not allow',
      { tool: { compensation: undone }, policy: { allowList: ['mail.draft.create'] } },
      /"mail\.draft\.delete" is not on the tenant's allow-list, and "mail\.draft\.create" is; add it to `allowList`/,
    ],
    [
      'by what no rule can allow',
      { tool: { compensation: undone }, policy: { rules: [{ ...POLICY.rules[0]!, tools: ['mail.draft.create'] }] } },
      /^compensation\.tool: no policy rule can allow "mail\.draft\.delete"; add a rule/,
    ],
  ])('is not %s (SG-03)', (_, changes, message) => {
    expect(problemsWith(changes)).toEqual([expect.stringMatching(message)]);
  });
});
