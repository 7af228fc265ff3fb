import { fieldsNamed } from './expression-fields';

it.each([
  ['item.dueOn < today && has(item.hold)', ['dueOn', 'hold'], false],
  ['item["due on"] == item.dueOn', ['due on', 'dueOn'], false],
  ['[1, 2].exists(one, one == item.rank)', ['rank'], false],
  ['parameters.item == today', [], false],
  ['item == item', [], true],
  ['item.exists(name, name == "hold")', [], true],
  ['item[today] == 1', [], true],
  ['item.address.city == "Berlin"', ['address'], false],
])('what %s takes of an item', (source, fields, whole) => {
  expect(fieldsNamed(source, 'item')).toEqual({ fields, whole });
});
