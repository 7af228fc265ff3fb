import { join } from 'node:path';
import type { ArtifactBundle, PlaybookDefinition } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import type { Completion } from '../completion';
import { UNKNOWN_USAGE } from '../provider';
import type { SlotAsk } from './slot-ask';
import { slotInference } from './slot-inference';
import { slotProse } from './slot-prose';

const studio = loadTenant(join(__dirname, '../../../../deploy/tenants/studio'));
const hygiene = studio.playbooks!.find(({ definition }) => definition.playbook === 'contact_hygiene')!;
const definition: PlaybookDefinition = {
  ...hygiene.definition,
  prose: [{ ...hygiene.definition.prose![0]!, by: 'model' }],
  extract: [
    {
      extract: 'initial',
      class: 'extraction',
      from: 'name',
      what: 'the first letter of the name',
      value: { type: 'string', pattern: '^[A-Z]$' },
    },
  ],
};
const bundle: ArtifactBundle = { ...studio, playbooks: [{ ...hygiene, definition }] };
const completion = (changes: Partial<Completion>): Completion => ({
  text: '',
  object: undefined,
  toolCalls: [],
  finish: 'stop',
  usage: UNKNOWN_USAGE,
  ...changes,
});

describe('words about an object', () => {
  const ask: SlotAsk = {
    playbook: 'contact_hygiene',
    slot: 'note',
    locale: 'en',
    values: { contactId: 'P-101', name: 'Jane Keller', today: '2026-11-23' },
  };

  it('are asked for with the tenant’s sentence and the facts, and what is personal of them is known (CX-02, CX-03)', () => {
    const { fields, embedded } = slotProse.task(ask, bundle).draft;
    expect(Object.keys(fields)).toEqual(['sentence', 'facts', 'locale', 'tone']);
    expect(fields['sentence']).toMatchObject({
      value: expect.stringContaining('The contact P-101 (Jane Keller) lacks'),
      tagged: [{ dataClass: 'person', value: 'Jane Keller' }],
    });
    expect(fields['facts']).toMatchObject({ value: ask.values, tagged: [{ value: 'Jane Keller' }] });
    expect(embedded).toBeNull();
  });

  it('are told in the same way whatever a tenant is called (CX-06)', () => {
    const other: ArtifactBundle = { ...bundle, tenant: 'other' };
    expect(slotProse.task(ask, other).draft.instructions).toBe(slotProse.task(ask, bundle).draft.instructions);
  });

  it('are what the model says; nothing is none', () => {
    const { answer } = slotProse.task(ask, bundle);
    expect(answer(completion({ text: 'Hello.' }))).toEqual({ kind: 'reply', text: 'Hello.' });
    expect(() => answer(completion({ text: ' ' }))).toThrow('said nothing');
  });

  it.each<readonly [string, SlotAsk, ArtifactBundle]>([
    ['of a playbook that is not switched on', ask, { ...bundle, playbooks: [] }],
    ['that the tenant’s own sentence says', ask, studio],
    ['that there are none of', { ...ask, slot: 'letter' }, bundle],
  ])('%s are not asked for', (_, asked, of) => {
    expect(() => slotProse.task(asked, of)).toThrow(expect.objectContaining({ kind: 'terminal' }));
  });
});

describe('a value in a text', () => {
  const ask: SlotAsk = {
    playbook: 'contact_hygiene',
    slot: 'initial',
    locale: 'en',
    values: { text: 'Jane Keller' },
  };
  const task = slotInference.task(ask, bundle);

  it('is asked for by its description and form, with the text as data from outside (CX-05)', () => {
    expect(task.draft.fields).toMatchObject({
      what: { from: 'platform', value: 'the first letter of the name' },
      text: { from: 'vendor', value: 'Jane Keller', tagged: [{ dataClass: 'person' }] },
    });
    expect(task.draft.schema).toMatchObject({ properties: { value: { type: ['string', 'null'] } } });
  });

  it('is null, or of its form; a token is looked through (PL-21)', () => {
    const personal = { '<PERSON_0123456789ab>': 'J' };
    expect(task.answer(completion({ object: { value: 'J' } }))).toEqual({ kind: 'value', value: 'J' });
    expect(task.answer(completion({ object: { value: null } }))).toEqual({ kind: 'value', value: null });
    expect(task.answer(completion({ text: '{"value":"<PERSON_0123456789ab>"}' }), personal)).toMatchObject({
      value: '<PERSON_0123456789ab>',
    });
  });

  it.each([{ value: 'Jane' }, { value: 7 }, 'no object'])('that is %j is refused', (object) => {
    expect(() => task.answer(completion({ object }))).toThrow(
      expect.objectContaining({ kind: 'retryable', code: 'invalid_proposal' }),
    );
  });

  it('that is not declared is not asked for', () => {
    expect(() => slotInference.task({ ...ask, slot: 'age' }, bundle)).toThrow('has no slot "age"');
  });
});
