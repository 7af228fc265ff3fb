import { parseArgs } from 'node:util';
import { terminal } from '@arbiter/contracts';
import { PROPOSERS, type ProposerName } from './conversation/in-process/proposer';
import { PROPOSALS, type ProposalSource } from './routing/proposals';

export type EvalOptions =
  | { readonly what: 'help' }
  | { readonly what: 'routing'; readonly file: string; readonly schema: string; readonly proposals: ProposalSource }
  | { readonly what: 'streams'; readonly folder: string; readonly chunkings: number }
  | { readonly what: 'intents'; readonly file: string; readonly examples: string }
  | ConversationOptions;

/** `least`: the share of entries that must come out as expected; without it none. */
export interface ConversationOptions {
  readonly what: 'conversation';
  readonly file: string;
  readonly system: { readonly base: string; readonly vendor: string } | { readonly inProcess: ProposerName };
  readonly least: number;
  readonly json: boolean;
}

export const EVAL_USAGE = `npm run eval -- routing FILE --schema FILE [--proposals none|local|acts]
npm run eval -- intents FILE --examples FILE
  files hold JSON, one object a line (the schema is one array), plain or gzip; one JSON object is printed
npm run eval -- streams DIR [--chunkings N]
  plays every recorded stream of a folder (<family>/*.sse beside expected.json) from a server on this machine through the adapters
  of model providers, each cut in N random ways (5); one JSON object is printed: {streams, equal, failures}
npm run eval -- conversation FILE --vendor URL [--base URL] [--least SHARE] [--json]
npm run eval -- conversation FILE --in-process none|local|hostile_requests|hostile_answers [--least SHARE] [--json]
  plays a YAML file, or every one of a folder (the format: tools/eval/corpus/README.md), with the system at --base
  (http://127.0.0.1:3000; ARBITER_API_KEY where it asks for one) and reads what was done from the ledger of the sandbox vendor
  at --vendor, which it clears before each entry; or with the deciders in this process and no proposals, those of the embedded
  model or of one that means harm. Prints what failed, a table, and the mutations without a request; ends with 1 when there is one, or when
  fewer than --least (0 to 1) of the entries came out as expected. --json prints the report as JSON.`;

const BASE = 'http://127.0.0.1:3000';

/** Throws a terminal error of code `usage` that says what is wrong and how it goes. */
export function readEvalOptions(parameters: readonly string[]): EvalOptions {
  const { values, positionals: [what, file, ...more] } = parsed(parameters);
  if (values.help) return { what: 'help' };
  if (file === undefined || more.length > 0) throw usage('name one file to evaluate');
  if (what === 'routing') return { what, file, schema: needed('schema', values.schema), proposals: sourceOf(values.proposals ?? 'none') };
  if (what === 'intents') return { what, file, examples: needed('examples', values.examples) };
  if (what === 'streams') return { what, folder: file, chunkings: countOf(values.chunkings ?? '5') };
  if (what === 'conversation') return { what, file, system: systemOf(values), least: shareOf(values.least ?? '0'), json: values.json };
  throw usage(`there is no evaluation "${what}"; name routing, intents, streams or conversation`);
}

function parsed(parameters: readonly string[]) {
  const string = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { schema: string, proposals: string, examples: string, chunkings: string, base: string, vendor: string, 'in-process': string, least: string, json: flag, help: flag };
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

type Values = ReturnType<typeof parsed>['values'];

function systemOf({ base, vendor, 'in-process': inProcess }: Values): ConversationOptions['system'] {
  if (inProcess === undefined) return { base: urlOf('base', base ?? BASE), vendor: urlOf('vendor', needed('vendor', vendor, 'URL')) };
  if (base !== undefined || vendor !== undefined) throw usage('--in-process needs no running system; leave out --base and --vendor');
  const proposer = PROPOSERS.find((one) => one === inProcess);
  if (!proposer) throw usage(`--in-process ${inProcess} is not known; use ${PROPOSERS.join(', ')}`);
  return { inProcess: proposer };
}

function urlOf(option: string, value: string): string {
  if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value)) throw usage(`--${option} ${value} is no address; write one like ${BASE}`);
  return value.replace(/\/+$/, '');
}

function shareOf(value: string): number {
  const share = Number(value);
  if (value.trim() === '' || !(share >= 0 && share <= 1)) throw usage(`--least ${value} is no share; write a number from 0 to 1`);
  return share;
}

function countOf(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > 1_000) throw usage(`--chunkings ${value} is no count; write a whole number from 1 to 1000`);
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

const usage = (message: string) => terminal('usage', `${message}\n${EVAL_USAGE}`);
