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
])('the fields of an item that %s names are found', (source, fields, whole) => {
  expect(fieldsNamed(source, 'item')).toEqual({ fields, whole });
});

it.each([
  ['args.item.number == args.item["due on"] && args.today == "x"', ['number', 'due on'], false],
  ['args["item"].number == item.rank', ['number'], false],
  ['args.item == 1', [], true],
  ['args.items.number == args.other.item.number', [], false],
])('the fields of an argument that %s names are found', (source, fields, whole) => {
  expect(fieldsNamed(source, 'args.item')).toEqual({ fields, whole });
});
