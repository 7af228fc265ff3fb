import { PlaybookProposal, type Revision } from '@arbiter/contracts';
import { Compile } from 'typebox/compile';
import type { Completion } from '../completion';
import type { Draft } from '../context';
import { invalidProposal as invalid } from '../invalid-proposal';
import { UNKNOWN_USAGE, type ModelPart } from '../provider';
import { objectOf } from './object-of';

/** The answer of an embedded provider: the playbook's reference plan. */
export async function* said(reference: Revision, signal: AbortSignal): AsyncGenerator<ModelPart> {
  signal.throwIfAborted();
  yield { type: 'object', object: reference };
  yield { type: 'end', finish: 'stop', usage: UNKNOWN_USAGE };
}

const nullable = (type: string | readonly string[]) => ({ type: [type, 'null'].flat() });

const PLAN_FIELDS = {
  over: { type: 'string' },
  where: { type: 'string' },
  steps: {
    type: 'array',
    items: object({
      id: { type: 'string' },
      tool: { type: 'string' },
      dependsOn: { type: 'array', items: { type: 'string' } },
      optional: { type: 'boolean' },
      args: {
        type: 'array',
        items: object({
          name: { type: 'string' },
          value: nullable(['string', 'number', 'boolean']),
          from: nullable('string'),
          prose: nullable('string'),
        }),
      },
      expect: {
        type: 'array',
        items: object({ that: { type: 'string' }, code: { type: 'string' }, otherwise: nullable('string') }),
      },
      when: nullable('string'),
    }),
  },
};
/**
 * PL-21: as strict structured output takes it: everything required, nothing open; an argument is an entry of a list.
 */
export const planSchema = (more: Readonly<Record<string, unknown>> = {}): NonNullable<Draft['schema']> =>
  object({ ...PLAN_FIELDS, ...more });

function object(properties: Readonly<Record<string, unknown>>) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

const PROPOSAL = Compile(PlaybookProposal);

/** An embedded provider gives a proposal as it is; a model writes its arguments as lists. */
export function proposalIn(completion: Completion): PlaybookProposal {
  const { over, where, steps } = objectOf(completion);
  if (!Array.isArray(steps)) throw invalid('steps', 'is no list');
  const proposal = { over, where, steps: steps.map(stepIn) };
  const [problem] = PROPOSAL.Errors(proposal);
  if (problem) throw invalid(problem.instancePath.slice(1).replaceAll('/', '.') || 'the plan', problem.message);
  return proposal as PlaybookProposal;
}

function stepIn(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { args, expect, when = null, ...step } = raw as { args?: unknown; expect?: unknown; when?: unknown };
  return {
    ...step,
    args: Array.isArray(args) ? Object.fromEntries(args.map(argumentIn)) : args,
    ...(expect === undefined || (Array.isArray(expect) && expect.length === 0) ? {} : { expect: expectIn(expect) }),
    ...(when === null ? {} : { when }),
  };
}

/** Null means left out. */
const expectIn = (expect: unknown): unknown =>
  Array.isArray(expect)
    ? expect.map((cause: unknown) =>
        Object.fromEntries(Object.entries(Object(cause)).filter(([, value]) => value !== null)),
      )
    : expect;

interface WireArgument {
  readonly name?: unknown;
  readonly value?: unknown;
  readonly from?: unknown;
  readonly prose?: unknown;
}

function argumentIn(raw: unknown): [string, unknown] {
  const { name, value = null, from = null, prose = null } = (raw ?? {}) as WireArgument;
  if (from !== null) return [String(name), { from }];
  return [String(name), prose === null ? value : { prose }];
}
