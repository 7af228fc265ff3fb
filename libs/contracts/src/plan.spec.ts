import { Compile } from 'typebox/compile';
import { Plan } from './plan';

const plan = Compile(Plan);
const STEP = { id: 'a', title: 'A', dependsOn: [], optional: false };
const planOf = (step: object) => ({
  intentId: null,
  template: 't',
  templateVersion: '1.0.0',
  scope: null,
  steps: [{ ...STEP, ...step }],
});
const question = { key: 'k', expectedType: 'yes_no', prompt: 'Yes?' };

describe('a step of a plan (PL-23)', () => {
  it.each([
    { type: 'tool_call', tool: 'shop.order.get' },
    { type: 'respond', copy: 'greeting' },
    { type: 'ask_user', question },
    { type: 'retrieve', args: { query: 'returns' } },
    { type: 'validate', expect: 'true' },
    { type: 'finalize' },
    { type: 'write', slot: 'body', args: {}, class: 'drafting' },
  ])('of the type $type may have what it needs alone', (step) => {
    expect(plan.Check(planOf(step))).toBe(true);
  });

  it.each([
    ['tool_call', 'tool'],
    ['synthesize', 'copy'],
    ['ask_user', 'question'],
    ['retrieve', 'args'],
    ['validate', 'expect'],
    ['for_each', 'forEach'],
    ['verdict', 'objective'],
    ['extract', 'slot, args, class'],
  ])('of the type %s is refused without %s, and the message names it', (type, lacking) => {
    const messages = plan.Errors(planOf({ type })).map(({ instancePath, message }) => `${instancePath} ${message}`);
    expect(messages).toContain(`/steps/0 must have required properties ${lacking}`);
    expect(messages.filter((message) => message.includes('required'))).toHaveLength(1);
  });
});
