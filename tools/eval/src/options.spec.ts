import { readEvalOptions } from './options';

test('routing takes a file, a schema and who proposes', () => {
  expect(readEvalOptions(['routing', 'a.jsonl', '--schema', 's.json'])).toEqual({ what: 'routing', file: 'a.jsonl', schema: 's.json', proposals: 'none' });
  expect(readEvalOptions(['routing', 'a.jsonl', '--schema', 's.json', '--proposals', 'acts'])).toMatchObject({ proposals: 'acts' });
});

test('intents takes a file and the examples', () => {
  expect(readEvalOptions(['intents', 'a.jsonl', '--examples', 'b.jsonl'])).toEqual({ what: 'intents', file: 'a.jsonl', examples: 'b.jsonl' });
});

test.each([
  [[], 'name one file'], [['routing'], 'name one file'], [['routing', 'a', 'b', '--schema', 's'], 'name one file'], [['routing', 'a'], '--schema FILE is missing'],
  [['intents', 'a'], '--examples FILE is missing'], [['routing', 'a', '--schema', 's', '--proposals', 'gpt'], 'use none, local, acts'], [['slots', 'a'], 'name routing or intents'],
  [['routing', 'a', '--shema', 's'], '--shema'],
])('%p is refused with what to write instead', (parameters, message) => {
  expect(() => readEvalOptions(parameters)).toThrow(message);
});
