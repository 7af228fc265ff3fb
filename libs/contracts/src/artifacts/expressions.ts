import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { terminal } from '../errors';
import { isExactNumber } from '../exact-number';

/**
 * The expressions an artifact may hold, in CEL. Each kind sees its own variables and gives its own type of value:
 * - `policy_condition` (PolicyRule.when) over `tool`, `args`, `origin` (what it is asked for by), `origins` (where each
 *   argument comes from), `riskClass`, `principal {customerId, tenant}`, `tenant` → bool
 * - `risk_amount` (RiskRule.amount) over `args` → number
 * - `step_expectation` (StepDefinition.expect) over `result` and `args`, those of the run → bool
 * - `probe_found`, `probe_etag` and `probe_result` (ToolDefinition.probe) over `response {status, headers, body}` with
 *   header names in lower case, `args` and `key` → bool, text and any value
 * - `playbook_condition` (PlaybookObjective, PlaybookProposal.where) over `item`, `parameters` and `today` (ISO date),
 *   with `daysBetween(from, to)` for two ISO dates → bool
 * - `step_condition` (ProposedStep.when) over `steps` (`steps.<id>.result` of successful steps) and all that
 *   `playbook_condition` has → bool
 */
export const EXPRESSION_KINDS = [
  'policy_condition',
  'risk_amount',
  'step_expectation',
  'playbook_condition',
  'step_condition',
  'probe_found',
  'probe_etag',
  'probe_result',
] as const;
export type ExpressionKind = (typeof EXPRESSION_KINDS)[number];

/** Evaluates with the kind's variables. Throws a terminal ArbiterError on any failure; the caller takes that as no. */
export type Expression = (context: Readonly<Record<string, unknown>>) => unknown;

const VALUES = 'map<string, dyn>';
const PROBE = { response: VALUES, args: VALUES, key: 'string' };
const OF_OBJECT = { item: VALUES, parameters: VALUES, today: 'string' };
const VARIABLES: Record<ExpressionKind, Record<string, string>> = {
  policy_condition: {
    tool: 'string',
    args: VALUES,
    origin: 'string',
    origins: VALUES,
    riskClass: 'string',
    principal: VALUES,
    tenant: 'string',
  },
  risk_amount: { args: VALUES },
  step_expectation: { result: 'dyn', args: VALUES },
  playbook_condition: OF_OBJECT,
  step_condition: { ...OF_OBJECT, steps: VALUES },
  probe_found: PROBE,
  probe_etag: PROBE,
  probe_result: PROBE,
};

/** The result of a kind of expression: the allowed CEL types, and the test of the value itself. */
interface Outcome {
  readonly name: string;
  readonly checked: readonly string[];
  readonly is: (value: unknown) => boolean;
}
const BOOLEAN: Outcome = {
  checked: ['bool'],
  name: 'true or false',
  is: (value: unknown) => typeof value === 'boolean',
};
const NUMBER: Outcome = {
  checked: ['int', 'uint', 'double', 'dyn'],
  name: 'a number',
  is: (value: unknown) => Number.isFinite(value),
};
const TEXT: Outcome = { checked: ['string', 'dyn'], name: 'a text', is: (value: unknown) => typeof value === 'string' };
const ANYTHING: Outcome = {
  checked: ['dyn'],
  name: 'a part of the response',
  is: (value: unknown) => value !== undefined,
};
const OUTCOMES: Record<ExpressionKind, Outcome> = {
  policy_condition: BOOLEAN,
  risk_amount: NUMBER,
  step_expectation: BOOLEAN,
  playbook_condition: BOOLEAN,
  step_condition: BOOLEAN,
  probe_found: BOOLEAN,
  probe_etag: TEXT,
  probe_result: ANYTHING,
};

const LIMITS = { maxAstNodes: 300, maxDepth: 30, maxListElements: 100, maxMapEntries: 50, maxCallArguments: 8 };
const MAXIMUM_LENGTH = 2_000;
const MAXIMUM_CACHED = 1_000;

const environments = Object.fromEntries(EXPRESSION_KINDS.map((kind) => [kind, environmentOf(kind)])) as Record<
  ExpressionKind,
  Environment
>;
const cache = new Map<string, Expression>();

function environmentOf(kind: ExpressionKind): Environment {
  const environment = new Environment({ limits: LIMITS });
  for (const [name, type] of Object.entries(VARIABLES[kind])) environment.registerVariable(name, type);
  if ('today' in VARIABLES[kind]) environment.registerFunction('daysBetween(string, string): int', daysBetween);
  return environment;
}

const DAY_MILLISECONDS = 86_400_000;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** How many days after the first the second is; less than 0 when it comes before. */
function daysBetween(from: string, to: string): bigint {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS;
  if (!ISO_DATE.test(from) || !ISO_DATE.test(to) || Number.isNaN(days)) throw new Error('daysBetween takes ISO dates');
  return BigInt(days);
}

/**
 * Parses and type-checks; the same source is compiled once. Throws a terminal ArbiterError `expression_invalid` with
 * the error and its correction.
 */
export function compileExpression(kind: ExpressionKind, source: string): Expression {
  const cacheKey = `${kind} ${source}`;
  const known = cache.get(cacheKey);
  if (known) return known;
  const compiled = compile(kind, source);
  if (cache.size >= MAXIMUM_CACHED) cache.delete(cache.keys().next().value as string);
  cache.set(cacheKey, compiled);
  return compiled;
}

function compile(kind: ExpressionKind, source: string): Expression {
  if (source.length > MAXIMUM_LENGTH)
    throw invalid(`is longer than ${MAXIMUM_LENGTH} characters; split it into several rules`);
  const outcome = OUTCOMES[kind];
  const parsed = parse(kind, source);
  // A backtracking regular expression in a rule would let one message stall a service.
  if (callsMatches(parsed.ast))
    throw invalid('calls matches(), which is not allowed; use ==, in, startsWith, endsWith or contains');
  const check = parsed.check();
  if (!check.valid)
    throw invalid(`${summaryOf(check.error)}; it may name ${Object.keys(VARIABLES[kind]).join(', ')}`, check.error);
  if (!outcome.checked.includes(String(check.type)))
    throw invalid(`gives ${check.type}; write it so that it gives ${outcome.name}`);
  return (context) => evaluate(parsed, context, outcome);
}

function parse(kind: ExpressionKind, source: string) {
  try {
    return environments[kind].parse(source);
  } catch (cause) {
    throw invalid(`cannot be read as CEL: ${summaryOf(cause)}`, cause);
  }
}

function evaluate(
  parsed: (context: Record<string, unknown>) => unknown,
  context: Readonly<Record<string, unknown>>,
  outcome: Outcome,
): unknown {
  let value: unknown;
  try {
    value = parsed(context);
  } catch (cause) {
    throw terminal('expression_failed', `the expression failed: ${summaryOf(cause)}`, undefined, cause);
  }
  const plain = typeof value === 'bigint' ? plainOf(value) : value;
  if (!outcome.is(plain)) throw terminal('expression_failed', `the expression did not give ${outcome.name}`);
  return plain;
}

/** CEL integers are bigint; outside an expression they are JSON numbers, or digits where a double would differ. */
const plainOf = (value: bigint): number | string => (isExactNumber(`${value}`) ? Number(value) : `${value}`);

/** Walks the whole tree, macro bodies included, for a call by that name. */
function callsMatches(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(callsMatches);
  if (node === null || typeof node !== 'object' || !('op' in node)) return false;
  const { op, args } = node as ASTNode;
  if ((op === 'call' || op === 'rcall') && args[0] === 'matches') return true;
  return callsMatches(args);
}

const invalid = (message: string, cause?: unknown) =>
  terminal('expression_invalid', `the expression ${message}`, undefined, cause);

/** The library's one-line summary; its full message draws the source and may quote personal values. */
const summaryOf = (error: unknown): string =>
  (error as { summary?: string } | null)?.summary ?? 'it cannot be evaluated';
