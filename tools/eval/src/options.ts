import { parseArgs } from 'node:util';
import { terminal } from '@arbiter/contracts';
import { PROPOSALS, type ProposalSource } from './routing/proposals';

export type EvalOptions =
  | { readonly what: 'routing'; readonly file: string; readonly schema: string; readonly proposals: ProposalSource }
  | { readonly what: 'intents'; readonly file: string; readonly examples: string };

export const EVAL_USAGE = `npm run eval -- routing FILE --schema FILE [--proposals none|local|acts]
npm run eval -- intents FILE --examples FILE
  files hold JSON, one object a line (the schema is one array), plain or gzip; one JSON object is printed`;

/** Throws a terminal error of code `usage` that says what is wrong and how it goes. */
export function readEvalOptions(parameters: readonly string[]): EvalOptions {
  const { values, positionals: [what, file, ...more] } = parsed(parameters);
  if (file === undefined || more.length > 0) throw usage('name one file to evaluate');
  if (what === 'routing') return { what, file, schema: needed('schema', values.schema), proposals: sourceOf(values.proposals ?? 'none') };
  if (what === 'intents') return { what, file, examples: needed('examples', values.examples) };
  throw usage(`there is no evaluation "${what}"; name routing or intents`);
}

function parsed(parameters: readonly string[]) {
  const string = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options: { schema: string, proposals: string, examples: string } });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

function needed(option: string, value: string | undefined): string {
  if (value === undefined) throw usage(`--${option} FILE is missing`);
  return value;
}

function sourceOf(value: string): ProposalSource {
  const source = PROPOSALS.find((one) => one === value);
  if (!source) throw usage(`--proposals ${value} is not known; use ${PROPOSALS.join(', ')}`);
  return source;
}

const usage = (message: string) => terminal('usage', `${message}\n${EVAL_USAGE}`);
