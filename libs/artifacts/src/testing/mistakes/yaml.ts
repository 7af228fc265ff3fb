import type { Mistake } from './mistake';

const RULE = '    when: riskClass == "read"\n';
const rule = (value: string): readonly [string, string, string] => ['policies.yaml', RULE, `    when: ${value}\n`];

/** What YAML takes for something else than its author does. */
export const YAML: readonly Mistake[] = [
  [
    'a colon in a value without quotes',
    ...rule('tool: shop'),
    'when: tool: shop',
    /^rule "reads": this is not YAML .*; put the whole value in quotes: when: 'tool: shop'$/,
  ],
  [
    'a value that begins with a sign of YAML',
    ...rule('!has(args.x)'),
    'when: !has',
    /^rule "reads": this is not YAML .*; put the whole value in quotes: when: '!has\(args\.x\)'$/,
  ],
  [
    'a # in a value without quotes',
    ...rule('tool == #read'),
    'when: tool == #',
    /^rule "reads": "#read" is a remark here, and no part of the value; put the whole value in quotes/,
  ],
  [
    'a tab',
    ...rule('true\n\teffect: allow'),
    '\teffect: allow',
    /^rule "reads": this is not YAML .*; indent with spaces/,
  ],
  ['a quote that is not closed, where it opens', ...rule('"true'), 'when: "true', /^rule "reads": this is not YAML .*/],
  [
    'a word for true that YAML does not know',
    'intents.yaml',
    'required: true',
    'required: yes',
    'required: yes',
    /^intent "order_status": .*must be boolean; write true or false$/,
  ],
  [
    'a text that YAML takes for a number',
    'templates.yaml',
    'version: 1.0.0',
    'version: 1.0',
    'version: 1.0',
    /^template "order_status": .*must be string; put it in quotes/,
  ],
  [
    'a number in quotes',
    'tools.yaml',
    'timeoutMilliseconds: 1000',
    "timeoutMilliseconds: '1000'",
    "timeoutMilliseconds: '1000'",
    /^tool "arbiter\.echo\.say": .*must be integer; write the number without quotes$/,
  ],
];
