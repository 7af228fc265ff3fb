import { join } from 'node:path';
import type { ArtifactBundle } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import type { Completion } from '../completion';
import { UNKNOWN_USAGE } from '../provider';
import { plan } from './plan';

const studio = loadTenant(join(__dirname, '../../../../deploy/tenants/studio'));
const { definition, parameters } = studio.playbooks![0]!;
const task = (wrong: readonly string[] = [], bundle: ArtifactBundle = studio) =>
  plan.task({ playbook: 'invoice_followup', wrong: [...wrong] }, bundle);
const completion = (object: unknown): Completion => ({
  text: '',
  object,
  toolCalls: [],
  finish: 'stop',
  usage: UNKNOWN_USAGE,
});

/** As a model that is held to the schema writes it. */
const WRITTEN = {
  over: 'invoices',
  where: 'item.status == "open"',
  steps: [
    {
      id: 'contact',
      tool: 'directory.contact.get',
      dependsOn: [],
      optional: false,
      args: [
        { name: 'contactId', value: null, from: 'item.contactId', prose: null },
        { name: 'kind', value: 'short', from: null, prose: null },
        { name: 'body', value: null, from: null, prose: 'reminder' },
      ],
      expect: [],
    },
  ],
};

describe('the question to a model for the plan of a playbook (CX-01, CX-06)', () => {
  it('holds the playbook, its tools and the shape of what is read: nothing that a tenant has set, and no data', () => {
    const { fields, instructions } = task().draft;
    expect(Object.keys(fields)).toEqual(['objective', 'constraints', 'tools', 'parameters', 'snapshot', 'prose']);
    const shown = JSON.stringify([fields, instructions]);
    for (const value of Object.values(parameters).filter((set) => typeof set === 'string' && set.includes('/')))
      expect(shown).not.toContain(value);
    expect(shown).toContain('"number":"identifier"');
  });

  it('is the same for every tenant, whatever it has set', () => {
    const [active] = studio.playbooks!;
    const other = { ...studio, playbooks: [{ ...active!, parameters: { cadenceDays: 90 } }] };
    expect(JSON.stringify(task([], other).draft)).toBe(JSON.stringify(task().draft));
  });

  it('holds what the compiler said of the attempt before', () => {
    expect(task(['send (freeTextDecidesNothing): …']).draft.fields['wrong']?.value).toHaveLength(1);
  });

  it('is refused for a playbook that is not switched on', () => {
    expect(() => task([], { ...studio, playbooks: [] })).toThrow('the tenant has switched on no playbook');
  });
});

describe('the answer of a model', () => {
  it('is a proposal, its arguments taken out of their list (PL-12)', () => {
    expect(task().answer(completion(WRITTEN))).toEqual({
      kind: 'plan',
      plan: {
        over: 'invoices',
        where: 'item.status == "open"',
        steps: [
          {
            id: 'contact',
            tool: 'directory.contact.get',
            dependsOn: [],
            optional: false,
            args: { contactId: { from: 'item.contactId' }, kind: 'short', body: { prose: 'reminder' } },
          },
        ],
      },
    });
  });

  it.each([
    ['no steps', { ...WRITTEN, steps: [] }],
    ['a step without a tool', { ...WRITTEN, steps: [{ ...WRITTEN.steps[0], tool: undefined }] }],
    ['no condition', { ...WRITTEN, where: 7 }],
    ['steps that are no list', { ...WRITTEN, steps: 'all' }],
  ])('with %s is refused, naming the field', (_, object) => {
    expect(() => task().answer(completion(object))).toThrow(/steps|where/);
  });

  it('of an embedded provider is the plan that the playbook brings along', async () => {
    const parts = [];
    for await (const part of task().draft.embedded!({} as never, new AbortController().signal)) parts.push(part);
    expect(parts[0]).toEqual({ type: 'object', object: definition.plan });
    expect(task().answer(completion(definition.plan))).toEqual({ kind: 'plan', plan: definition.plan });
  });
});

describe('the question to a model for a revision (PL-18)', () => {
  const of = { parent: definition.plan, stepId: 'send', code: 'vendor_rejected', gone: [] };
  const revision = () => plan.task({ playbook: 'invoice_followup', wrong: [], revision: of }, studio);
  const embedded = async (bundle: ArtifactBundle) => {
    const { draft } = plan.task({ playbook: 'invoice_followup', wrong: [], revision: of }, bundle);
    for await (const part of draft.embedded!({} as never, new AbortController().signal)) return part;
    return null;
  };

  it('is that for a plan, with the plan that did not go on, its step and the code', () => {
    const { fields, instructions } = revision().draft;
    expect(fields).toMatchObject({
      ...task().draft.fields,
      failed: { value: { step: 'send', code: 'vendor_rejected' } },
    });
    expect(fields['parent']!.value).toEqual(definition.plan);
    expect(fields['kept']!.value).toEqual(['contact', 'threads', 'draft', 'invoice']);
    expect(Object.keys(fields).filter((name) => !(name in task().draft.fields))).toEqual(['parent', 'kept', 'failed']);
    expect(instructions.startsWith(task().draft.instructions)).toBe(true);
  });

  it('is answered with a plan, or with nothing more to do', () => {
    expect(revision().answer(completion({ ...WRITTEN, hold: false }))).toEqual(task().answer(completion(WRITTEN)));
    expect(revision().answer(completion({ ...WRITTEN, steps: [], hold: true }))).toEqual({
      kind: 'plan',
      plan: { hold: true },
    });
  });

  it('is answered by an embedded provider with what the playbook brings along for this failure, or nothing more to do', async () => {
    expect(await embedded(studio)).toEqual({ type: 'object', object: { hold: true } });
    const [active, ...others] = studio.playbooks!;
    const revisions = [
      { step: 'send', code: 'vendor_rejected', steps: [{ id: 'again', tool: 'mail.thread.search', args: {} }] },
    ];
    const bringing = { ...studio, playbooks: [{ ...active!, definition: { ...definition, revisions } }, ...others] };
    const kept = definition.plan.steps.slice(0, 4);
    expect(await embedded(bringing)).toEqual({
      type: 'object',
      object: { ...definition.plan, steps: [...kept, revisions[0]!.steps[0]] },
    });
  });
});
