import { readEvalOptions } from './options';

test('routing takes a file, a schema and who proposes', () => {
  expect(readEvalOptions(['routing', 'a.jsonl', '--schema', 's.json'])).toEqual({
    what: 'routing',
    file: 'a.jsonl',
    schema: 's.json',
    proposals: 'none',
  });
  expect(readEvalOptions(['routing', 'a.jsonl', '--schema', 's.json', '--proposals', 'acts'])).toMatchObject({
    proposals: 'acts',
  });
});

test('privacy takes a file', () => {
  expect(readEvalOptions(['privacy', 'a.jsonl.gz'])).toEqual({ what: 'privacy', file: 'a.jsonl.gz' });
});

test('agents takes a folder, or that of the recorded cases, and how many of its tasks', () => {
  expect(readEvalOptions(['agents'])).toEqual({
    what: 'agents',
    folder: expect.stringMatching(/tau-retail$/),
    first: 20,
  });
  expect(readEvalOptions(['agents', 'recorded', '--first', '3'])).toEqual({
    what: 'agents',
    folder: 'recorded',
    first: 3,
  });
  expect(readEvalOptions(['agents', '--all'])).toMatchObject({ first: Infinity });
});

test('intents takes a file and the examples', () => {
  expect(readEvalOptions(['intents', 'a.jsonl', '--examples', 'b.jsonl'])).toEqual({
    what: 'intents',
    file: 'a.jsonl',
    examples: 'b.jsonl',
  });
});

test('proposals takes a file and who proposes', () => {
  expect(readEvalOptions(['proposals', 'a.yaml'])).toEqual({ what: 'proposals', file: 'a.yaml', provider: 'local' });
  expect(readEvalOptions(['proposals', 'a', '--provider', 'right'])).toMatchObject({ provider: 'right' });
});

test('playbook takes its name and its golden file, and the tenants are those of the deployment unless others are named', () => {
  expect(readEvalOptions(['playbook', 'stuck_orders', '--golden', 'a.yaml', '--provider', 'openai'])).toEqual({
    what: 'playbook',
    playbook: 'stuck_orders',
    golden: 'a.yaml',
    tenants: expect.stringMatching(/deploy\/tenants$/),
    provider: 'openai',
    isRecorded: false,
    isDetailed: false,
  });
  expect(
    readEvalOptions(['playbook', 'a', '--golden', 'a.yaml', '--tenants', 'mine', '--record', '--details']),
  ).toMatchObject({
    tenants: 'mine',
    provider: 'local',
    isRecorded: true,
    isDetailed: true,
  });
});

test('conversation takes a file and a running system with its sandbox vendor, or the deciders in this process', () => {
  expect(readEvalOptions(['conversation', 'a.yaml', '--vendor', 'http://127.0.0.1:4000/'])).toEqual({
    what: 'conversation',
    file: 'a.yaml',
    system: { base: 'http://127.0.0.1:3000', vendor: 'http://127.0.0.1:4000' },
    least: 0,
    json: false,
  });
  expect(readEvalOptions(['conversation', 'a.yaml', '--in-process', 'none', '--least', '0.9', '--json'])).toEqual({
    what: 'conversation',
    file: 'a.yaml',
    system: { inProcess: 'none' },
    least: 0.9,
    json: true,
  });
});

test.each([
  [[], 'name one file'],
  [['routing'], 'name one file'],
  [['routing', 'a', 'b', '--schema', 's'], 'name one file'],
  [['routing', 'a'], '--schema FILE is missing'],
  [['playbook'], 'name one playbook'],
  [['playbook', 'invoice_followup'], '--golden FILE is missing'],
  [['agents', 'a', 'b'], 'name one file'],
  [['agents', '--first', 'all'], '--first all is no count'],
  [['agents', '--first', '3', '--all'], 'leave out --first'],
  [['intents', 'a'], '--examples FILE is missing'],
  [['routing', 'a', '--schema', 's', '--proposals', 'gpt'], 'use none, local, acts'],
  [['slots', 'a'], 'name routing, intents, proposals, streams, privacy, conversation, playbook or agents'],
  [['routing', 'a', '--shema', 's'], '--shema'],
  [['conversation', 'a'], '--vendor URL is missing'],
  [['conversation', 'a', '--vendor', 'here'], '--vendor here is no address'],
  [['conversation', 'a', '--in-process', 'none', '--base', 'http://x'], 'leave out --base'],
  [['conversation', 'a', '--in-process', 'me'], 'use none, local, hostile_requests'],
  [['conversation', 'a', '--in-process', 'none', '--least', '80'], '--least 80 is no share'],
])('%p is refused with what to write instead', (parameters, message) => {
  expect(() => readEvalOptions(parameters)).toThrow(message);
});
