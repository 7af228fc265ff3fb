import { resolve } from 'node:path';
import { terminal } from '@arbiter/contracts';
import type { AgentEvaluation } from './agents/evaluate-agents';
import { recordingFolder } from './agents/task';
import { PROPOSERS, type ProposerName } from './conversation/in-process/proposer';
import type { PlaybookEvaluation } from './playbook/evaluate-playbook';
import { PROPOSALS, type ProposalSource } from './routing/proposals';
import { readArguments, usageOf, type Arguments } from '../../../dev/command-line/command-line.cjs';

export type EvalOptions =
  | { readonly what: 'routing'; readonly file: string; readonly schema: string; readonly proposals: ProposalSource }
  | { readonly what: 'proposals'; readonly file: string; readonly provider: string }
  | { readonly what: 'streams'; readonly folder: string; readonly chunkings: number }
  | { readonly what: 'privacy'; readonly file: string }
  | { readonly what: 'intents'; readonly file: string; readonly examples: string }
  | ({ readonly what: 'playbook' } & PlaybookEvaluation)
  | AgentOptions
  | ConversationOptions;

export type AgentOptions = { readonly what: 'agents' } & AgentEvaluation;

/** `least`: the share of entries that must come out as expected; without it none. */
export interface ConversationOptions {
  readonly what: 'conversation';
  readonly file: string;
  readonly system: { readonly base: string; readonly vendor: string } | { readonly inProcess: ProposerName };
  readonly least: number;
  readonly json: boolean;
}

const BASE = 'http://127.0.0.1:3000';
const FIRST_TASKS = '20';
const TENANTS = resolve(__dirname, '../../../../deploy/tenants');

/** Throws a terminal error of code `usage` with the problem and the usage. */
export function readEvalOptions(parameters: readonly string[]): EvalOptions {
  const {
    values,
    flags,
    operands: [what, file, ...more],
  } = readArguments('eval', parameters);
  if (what === 'agents' && more.length === 0)
    return { what, folder: file ?? recordingFolder(process.env), first: firstOf(values, flags) };
  if (file === undefined || more.length > 0)
    throw usage(`name one ${what === 'playbook' ? 'playbook' : 'file'} to evaluate`);
  if (what === 'routing')
    return { what, file, schema: needed('schema', values.schema), proposals: sourceOf(values.proposals!) };
  if (what === 'intents') return { what, file, examples: needed('examples', values.examples) };
  if (what === 'proposals') return { what, file, provider: values.provider! };
  if (what === 'privacy') return { what, file };
  if (what === 'playbook') {
    const golden = needed('golden', values.golden);
    return {
      what,
      playbook: file,
      golden,
      tenants: values.tenants ?? TENANTS,
      provider: values.provider!,
      isRecorded: flags.has('record'),
      isDetailed: flags.has('details'),
    };
  }
  if (what === 'streams') return { what, folder: file, chunkings: countOf('chunkings', values.chunkings!) };
  if (what === 'conversation')
    return { what, file, system: systemOf(values), least: shareOf(values.least!), json: flags.has('json') };
  throw usage(
    `there is no evaluation "${what}"; name routing, intents, proposals, streams, privacy, conversation, playbook or agents`,
  );
}

type Values = Arguments['values'];

function systemOf({ base, vendor, 'in-process': inProcess }: Values): ConversationOptions['system'] {
  if (inProcess === undefined)
    return { base: urlOf('base', base ?? BASE), vendor: urlOf('vendor', needed('vendor', vendor, 'URL')) };
  if (base !== undefined || vendor !== undefined)
    throw usage('--in-process needs no running system; leave out --base and --vendor');
  const proposer = PROPOSERS.find((one) => one === inProcess);
  if (!proposer) throw usage(`--in-process ${inProcess} is not known; use ${PROPOSERS.join(', ')}`);
  return { inProcess: proposer };
}

function urlOf(option: string, value: string): string {
  if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value))
    throw usage(`--${option} ${value} is no address; write one like ${BASE}`);
  return value.replace(/\/+$/, '');
}

function shareOf(value: string): number {
  const share = Number(value);
  if (value.trim() === '' || !(share >= 0 && share <= 1))
    throw usage(`--least ${value} is no share; write a number from 0 to 1`);
  return share;
}

/** How many of the recorded tasks are played. */
function firstOf({ first }: Values, flags: Arguments['flags']): number {
  if (!flags.has('all')) return countOf('first', first ?? FIRST_TASKS);
  if (first !== undefined) throw usage('--all plays every task; leave out --first');
  return Infinity;
}

function countOf(option: string, value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > 1_000)
    throw usage(`--${option} ${value} is no count; write a whole number from 1 to 1000`);
  return count;
}

function needed(option: string, value: string | undefined, kind = 'FILE'): string {
  if (value === undefined) throw usage(`--${option} ${kind} is missing`);
  return value;
}

function sourceOf(value: string): ProposalSource {
  const source = PROPOSALS.find((one) => one === value);
  if (!source) throw usage(`--proposals ${value} is not known; use ${PROPOSALS.join(', ')}`);
  return source;
}

const usage = (message: string) => terminal('usage', `${message}\n${usageOf('eval')}`);
