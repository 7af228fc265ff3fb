import type { PlaybookConstraint, Selection, Values } from '@arbiter/contracts';
import { NOON, TODAY, invoice, playbookArgs, reminder, reminders } from '../../fixtures/playbook-bundle';
import { selectionOf } from './selection';

const selection = (changes: Partial<Selection> = {}): Selection => ({
  over: { steps: ['invoices_1', 'invoices_2'], read: reminders.reads[0]! },
  where: reminder.where,
  object: 'number',
  guards: [],
  most: 10,
  ...changes,
});
const read = (...pages: readonly (readonly Values[])[]) =>
  Object.fromEntries([[], []].map((none, index) => [`invoices_${index + 1}`, { invoices: pages[index] ?? none }]));
const empty = { invoices_2: { invoices: [] } };
const heldIn = ({ held }: ReturnType<typeof selectionOf>) =>
  held.map(({ object, constraint }) => ({ object, constraint }));
const chosen = (found: ReturnType<typeof selectionOf>) => found.items.map(({ object }) => object);

it('goes over all pages, in the order of the objects, and takes the declared fields alone (CX-02)', () => {
  const found = selectionOf(
    selection(),
    read([invoice('INV-3'), invoice('INV-1')], [invoice('INV-2')]),
    playbookArgs,
    NOON,
  );
  expect(chosen(found)).toEqual(['INV-1', 'INV-2', 'INV-3']);
  expect(found.read).toBe(3);
  const declared = Object.keys(reminders.reads[0]!.fields).filter((name) => name !== 'holdUntil');
  expect(Object.keys(found.items[0]!.item).toSorted()).toEqual(declared.toSorted());
});

it('passes over what does not meet the condition', () => {
  const found = selectionOf(
    selection(),
    read([invoice('INV-1', { status: 'paid' }), invoice('INV-2', { issuedOn: TODAY }), invoice('INV-3')]),
    playbookArgs,
    NOON,
  );
  expect([chosen(found), found.held]).toEqual([['INV-3'], []]);
});

it.each<readonly [string, readonly Values[], string]>([
  ['a field that holds something else', [invoice('INV-1', { amount: 'all of it' })], 'invalid_record'],
  ['an identifier that tells a story', [invoice('INV-1', { clientId: 'K-1 and everybody else' })], 'invalid_record'],
  ['a condition that cannot be told', [invoice('INV-1', { issuedOn: null })], 'condition_failed'],
  ['two records of one name', [invoice('INV-1'), invoice('INV-1', { amount: 1 })], 'ambiguous_record'],
])('holds %s', (_, items, constraint) => {
  const found = selectionOf(selection(), read(items), playbookArgs, NOON);
  expect([chosen(found), heldIn(found)]).toEqual([[], [{ object: 'INV-1', constraint }]]);
});

it('takes what stands on two pages alike once', () => {
  const found = selectionOf(selection(), read([invoice('INV-1')], [invoice('INV-1')]), playbookArgs, NOON);
  expect([found.read, chosen(found), found.held]).toEqual([1, ['INV-1'], []]);
});

it.each<readonly [string, unknown]>([
  ['no name', { ...invoice('INV-1'), number: null }],
  ['a name that tells a story', { ...invoice('INV-1'), number: 'INV-1, and write to everybody' }],
  ['no fields at all', 'INV-1'],
  ['nothing', null],
])('holds what has %s, under its place', (_, item) => {
  const found = selectionOf(selection(), { invoices_1: { invoices: [item] }, ...empty }, playbookArgs, NOON);
  expect([chosen(found), heldIn(found)]).toEqual([[], [{ object: 'invoices_1[0]', constraint: 'invalid_record' }]]);
});

it('holds a page that brought no list', () => {
  const found = selectionOf(selection(), { invoices_1: { note: 'all paid' }, ...empty }, playbookArgs, NOON);
  expect(heldIn(found)).toEqual([{ object: 'invoices_1', constraint: 'invalid_record' }]);
});

it('says of a record that cannot be read which field is odd, and holds no other object', () => {
  const found = selectionOf(
    selection(),
    read([invoice('INV-1', { issuedOn: '31.12.2025' }), invoice('INV-2')]),
    playbookArgs,
    NOON,
  );
  expect([chosen(found), found.held]).toEqual([
    ['INV-2'],
    [{ object: 'INV-1', constraint: 'invalid_record', reason: 'issuedOn holds no date' }],
  ]);
});

it('holds an object whose record its tool has taken out of the list, whatever another page says of it', () => {
  const odd = { place: 4, names: { number: 'INV-1' }, reason: 'amount must be > 0' };
  const nameless = { place: 5, names: {}, reason: 'number is missing' };
  const found = selectionOf(
    selection(),
    {
      invoices_1: { invoices: [invoice('INV-2')], $odd: [odd, nameless] },
      invoices_2: { invoices: [invoice('INV-1')] },
    },
    playbookArgs,
    NOON,
  );
  expect([chosen(found), found.held]).toEqual([
    ['INV-2'],
    [
      { object: 'INV-1', constraint: 'invalid_record', reason: 'amount must be > 0' },
      { object: 'invoices_1[5]', constraint: 'invalid_record', reason: 'number is missing' },
    ],
  ]);
});

it('looks through thousands of objects with one clock: to make one costs more than to look at an object', () => {
  const items = Array.from({ length: 2_000 }, (_, index) => invoice(`INV-${index}`));
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  const found = selectionOf(selection({ guards: reminders.constraints, most: 2_000 }), read(items), playbookArgs, NOON);
  const clocks = made.mock.calls.length;
  made.mockRestore();
  expect(found.items.length).toBe(2_000);
  expect(clocks).toBeLessThanOrEqual(1);
});

it('takes no more objects than it may, and tells which it leaves', () => {
  const items = ['INV-1', 'INV-2', 'INV-3'].map((number) => invoice(number));
  const found = selectionOf(selection({ most: 2 }), read(items), playbookArgs, NOON);
  expect([chosen(found), found.held]).toEqual([['INV-1', 'INV-2'], [{ object: 'INV-3', constraint: 'too_many' }]]);
});

it('an object has the same key on every day, and another one than others', () => {
  const keys = (...numbers: string[]) =>
    selectionOf(selection(), read(numbers.map((number) => invoice(number))), playbookArgs, NOON).items.map(
      ({ key }) => key,
    );
  expect(keys('INV-1', 'INV-2')[0]).toBe(keys('INV-1')[0]);
  expect(new Set(keys('INV-1', 'INV-2')).size).toBe(2);
});

it('the hash of the snapshot is that of the declared fields, and of nothing else', () => {
  const hash = (changes: Values) =>
    selectionOf(selection(), read([invoice('INV-1', changes)]), playbookArgs, NOON).snapshotHash;
  expect(hash({ secret: 'other' })).toBe(hash({}));
  expect(hash({ amount: 13 })).not.toBe(hash({}));
});

describe('PL-07: a constraint keeps back', () => {
  const held = (guard: PlaybookConstraint, item: Values = {}, now = NOON, touched = {}) =>
    selectionOf(selection({ guards: [guard] }), read([invoice('INV-1', item)]), { ...playbookArgs, touched }, now).held;
  const touches: PlaybookConstraint = { constraint: 'max_touches_per_object_per_week', most: 1 };
  const early: PlaybookConstraint = { constraint: 'no_contact_before_day', since: 'issuedOn', days: 20 };
  const never: PlaybookConstraint = { constraint: 'never_contact', field: 'clientId', list: 'suppressed' };
  const quiet: PlaybookConstraint = { constraint: 'quiet_hours', from: '20:00', to: '08:00', timeZone: 'timeZone' };

  it.each<readonly [string, readonly { readonly constraint: string }[], boolean]>([
    ['who was written to this week', held(touches, {}, NOON, { 'INV-1': ['2026-02-24T12:00:00.001Z'] }), true],
    [
      'no person who was written to a week ago',
      held(touches, {}, NOON, { 'INV-1': ['2026-02-23T12:00:00.000Z'] }),
      false,
    ],
    ['who was written to at a time that cannot be read', held(touches, {}, NOON, { 'INV-1': ['yesterday'] }), true],
    ['no person for a letter about another object', held(touches, {}, NOON, { 'INV-2': [NOON] }), false],
    ['what is too young', held(early, { issuedOn: '2026-02-11' }), true],
    ['nothing that is old enough', held(early, { issuedOn: '2026-02-10' }), false],
    ['who is on the list', held(never, { clientId: 'k-9 '.trim() }), true],
    ['no person who is not listed', held(never), false],
    ['everybody in the evening', held(quiet, {}, '2026-03-02T19:00:00.000Z'), true],
    ['everybody at night', held(quiet, {}, '2026-03-02T06:59:00.000Z'), true],
    ['no person in the morning', held(quiet, {}, '2026-03-02T07:00:00.000Z'), false],
    ['no person at noon', held(quiet), false],
    ['every object without a name', held(never, { clientId: null }), true],
    ['everybody where no list is known', held({ ...never, list: 'nothing' }), true],
    ['everybody where no time zone is known', held({ ...quiet, timeZone: 'patience' }), true],
    ['every object without a day', held({ ...early, since: 'holdUntil' }), true],
  ])('%s', (_, found, isHeld) => {
    expect(found.length).toBe(isHeld ? 1 : 0);
  });
});
