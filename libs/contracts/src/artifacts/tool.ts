import { Type, type Static } from 'typebox';
import { Closed, IdempotencyClass, OneOf, RiskClass, Values } from '../vocabulary';

/**
 * How a tool call becomes one HTTP request. Path, query, headers and body are templates over `args.*`,
 * `principal.customerId`, `principal.tenant`, `key` (the idempotency key) and `etag`; a value that is exactly one
 * `{...}` keeps its type, others are interpolated as text.
 */
export const HttpRequestTemplate = Closed({
  method: Type.Union([
    Type.Literal('GET'),
    Type.Literal('POST'),
    Type.Literal('PUT'),
    Type.Literal('PATCH'),
    Type.Literal('DELETE'),
  ]),
  path: Type.String({ pattern: '^/' }),
  query: Type.Optional(Type.Record(Type.String(), Type.String())),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  body: Type.Optional(Values),
});
export type HttpRequestTemplate = Static<typeof HttpRequestTemplate>;

/** The platform's own tools: one returns a text, the other begins the instance of a playbook for today. */
export const BUILT_IN_TOOLS = ['echo', 'begin_playbook'] as const;
export type BuiltInTool = (typeof BUILT_IN_TOOLS)[number];

const Path = Type.String({ pattern: '^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$' });

/**
 * The list that a tool reads, a page at a time where it is long, and how its vendor says which page is the last: by one
 * of `pages`, `total`, `next`, `cursor` and `link`. Without any of them only an empty page is known to be the end.
 */
export const ListDeclaration = Closed({
  items: { ...Path, description: 'where in the result the records stand' },
  pages: Type.Optional({ ...Path, description: 'where it says how many pages there are' }),
  total: Type.Optional({ ...Path, description: 'where it says how many records there are on all pages' }),
  next: Type.Optional({
    ...Path,
    description: 'where it has a link to a further page, or says true: without either this is the last',
  }),
  cursor: Type.Optional({
    ...Path,
    description: 'where it has the argument that asks for the next page: without one this is the last',
  }),
  link: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_.\\[\\]-]{1,64}$',
      description:
        'the parameter that asks for the next page, in the address that the header `Link` (RFC 8288) gives for `rel="next"`: ' +
        'without such a link this is the last',
    }),
  ),
  past: Type.Optional(
    Type.Array(Type.Integer({ minimum: 400, maximum: 499 }), {
      minItems: 1,
      description: 'the statuses that answer a request for a page after the last',
    }),
  ),
});
export type ListDeclaration = Static<typeof ListDeclaration>;

/**
 * SG-03: how what a tool did is undone: by a call of another tool, whose arguments are values or `{from: "args.x"}` and
 * `{from: "result.x"}` of what is undone; or not at all, with the reason.
 */
export const Compensation = Type.Union([
  Closed({ tool: Type.String(), args: Values }),
  Closed({ none: Type.String({ minLength: 1, description: 'why nothing undoes it' }) }),
]);
export type Compensation = Static<typeof Compensation>;

/** The tool that undoes what a tool did, and its arguments; null: nothing does. */
export const undoneBy = ({
  compensation,
}: Pick<ToolDefinition, 'compensation'>): Extract<Compensation, { tool: string }> | null =>
  compensation !== undefined && 'tool' in compensation ? compensation : null;

/** One thing that can be done to the world, in one extension. */
export const ToolDefinition = Closed({
  tool: Type.String({ pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+$' }),
  extension: Type.String(),
  capability: Type.String(),
  description: Type.String(),
  riskClass: RiskClass,
  idempotency: IdempotencyClass,
  keyWindowSeconds: Type.Optional(
    Type.Integer({ minimum: 1, description: 'native_key: how long the vendor remembers a key' }),
  ),
  args: Type.Unknown({ description: 'JSON Schema 2020-12 of the arguments (AG-02)' }),
  result: Type.Optional(Type.Unknown({ description: 'JSON Schema 2020-12 the result must meet' })),
  list: Type.Optional(ListDeclaration),
  errors: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), {
      description: "the `code` of a vendor's refusals (4xx) that a step may tell apart",
    }),
  ),
  finalErrors: Type.Optional(
    Type.Array(Type.String({ pattern: '^([a-z][a-z0-9_]*|4\\d\\d)$' }), {
      description:
        'refusals, each a code of `errors` or a status, that the vendor gives under a key only if no earlier request with it has an effect or ever will; ' +
        'after a request without an answer any other refusal leaves the outcome open',
    }),
  ),
  semanticTarget: Type.Optional(
    Type.String({ description: 'what the effect lands on, e.g. order:{args.orderNumber}' }),
  ),
  timeoutMilliseconds: Type.Integer({ minimum: 1, maximum: 120_000 }),
  maxAttempts: Type.Integer({ minimum: 1, maximum: 10 }),
  builtin: Type.Optional(OneOf(BUILT_IN_TOOLS)),
  request: Type.Optional(HttpRequestTemplate),
  probe: Type.Optional(
    Closed({
      request: HttpRequestTemplate,
      found: Type.String({ description: 'CEL over `response`: the effect is already there' }),
      list: Type.Optional({
        ...ListDeclaration,
        description: 'where it answers with a list: what is not on one page may be on the next',
      }),
      etag: Type.Optional(
        Type.String({ description: 'etag class: CEL over `response` giving the value for If-Match' }),
      ),
      result: Type.Optional(
        Type.String({
          description: 'CEL over `response`: what the call would have answered; the whole body when absent',
        }),
      ),
    }),
  ),
  compensation: Type.Optional(Compensation),
});
export type ToolDefinition = Static<typeof ToolDefinition>;

const EnvironmentVariable = Type.String({ pattern: '^[A-Z][A-Z0-9_]*$' });

const CALL_LIMITS = {
  perSecond: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'calls in a second' })),
  perMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'calls in a minute' })),
  inFlight: Type.Optional(Type.Integer({ minimum: 1, maximum: 128, description: 'actions and reads at once' })),
};
/** AG-11: how much may be asked of a vendor, by all replicas together. */
export const CallLimits = Closed(CALL_LIMITS);
export type CallLimits = Static<typeof CallLimits>;

/** AG-11: the limits of an extension, and closer ones of single tools, which count against those too. */
export const ExtensionLimits = Closed({
  ...CALL_LIMITS,
  account: Type.Optional(
    Type.String({
      pattern: '^[a-z][a-z0-9_-]{0,63}$',
      description:
        'the account at the vendor: extensions of any tenant that name the same one share its limits and its Retry-After, ' +
        'and are served in turn; without it the extension of each tenant stands for itself',
    }),
  ),
  tools: Type.Optional(Type.Record(Type.String(), CallLimits, { description: 'by the name of the tool' })),
});
export type ExtensionLimits = Static<typeof ExtensionLimits>;

/** The address and the key of an extension, which come from the environment, never from an argument; and its limits. */
export const ExtensionDefinition = Closed({
  extension: Type.String(),
  baseUrlVariable: Type.Optional(EnvironmentVariable),
  keyVariable: Type.Optional({
    ...EnvironmentVariable,
    description: 'the variable whose value is sent as `authorization: Bearer`; without one nothing is',
  }),
  domain: Type.Optional(
    Type.String({ description: 'the host its address must have; a scope with domainsAllowlist is checked against it' }),
  ),
  limits: Type.Optional(ExtensionLimits),
});
export type ExtensionDefinition = Static<typeof ExtensionDefinition>;
