import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DATA_CLASSES, type AgentProfile, type ArtifactFile, type ToolDefinition } from '@arbiter/contracts';
import { parse, stringify } from 'yaml';
import { codeOf, REASONS } from './retail/refusal';
import type { ToolRow } from './task';

const SHOP = resolve(__dirname, '../../../../../deploy/tenants/shop');
const EXTENSION = 'retail';
export const ADDRESS_VARIABLE = 'ARBITER_RETAIL_URL';
/** An agent that may only look up, and the template that lets it work. */
export const READER = 'reader';
/** More than any recorded task takes. */
const BUDGET = { cycles: 30, refusals: 30, tokens: 10_000_000, seconds: 3_600 };
const DAY_SECONDS = 86_400;

/** As the platform calls a tool of the shop. */
export const toolName = (name: string): string => `${EXTENSION}.${name}`;

/**
 * A tenant of these tools in a folder of its own: its default agent may call all of them, and another one those that
 * change nothing. A model sees everything as it is.
 */
export function retailTenant(tools: readonly ToolRow[], policy: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'arbiter-retail-')), 'tenants', EXTENSION);
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(filesOf(tools, policy)))
    writeFileSync(join(folder, file), stringify(content));
  return folder;
}

const filesOf = (rows: readonly ToolRow[], policy: string): Partial<Record<ArtifactFile, unknown>> => {
  const tools = rows.map(definitionOf);
  const reads = tools.filter(({ riskClass }) => riskClass === 'read').map(({ tool }) => tool);
  const all = tools.map(({ tool }) => tool);
  return {
    'agents.yaml': [
      { ...profileOf('clerk', all, policy), default: true },
      profileOf(READER, reads, policy),
    ] satisfies AgentProfile[],
    'context.yaml': { personal: Object.fromEntries(DATA_CLASSES.map((name) => [name, 'pass'])) },
    'conversation.yaml': {
      newRequest: 'switch',
      mostQuestions: 3,
      twoStage: true,
      links: { channels: [], pageVariable: 'ARBITER_SHOP_LINK_PAGE' },
    },
    'copy.yaml': copyOfShop(),
    'intents.yaml': [],
    'models.yaml': MODELS,
    'policies.yaml': {
      allowList: all,
      rules: [{ rule: 'everybody', tools: [`${EXTENSION}.*`], effect: 'allow', reason: 'The gate asks the person.' }],
      risk: reads.map((tool) => ({ tool, kind: 'dispatch' })),
      approvalExpirySeconds: DAY_SECONDS,
    },
    'templates.yaml': [readerTemplate],
    'tools.yaml': { extensions: [{ extension: EXTENSION, baseUrlVariable: ADDRESS_VARIABLE }], tools },
  };
};

function definitionOf({ name, description, mutates_state: isMutation, parameters }: ToolRow): ToolDefinition {
  const { properties, required = [] } = parameters;
  const args = Object.fromEntries(Object.keys(properties).map((argument) => [argument, `{args.${argument}}`]));
  return {
    tool: toolName(name),
    extension: EXTENSION,
    capability: isMutation ? 'write' : 'read',
    description,
    riskClass: isMutation ? 'record_mutation' : 'read',
    ...(isMutation ? { idempotency: 'native_key', keyWindowSeconds: DAY_SECONDS } : { idempotency: 'none' }),
    args: { type: 'object', required, additionalProperties: false, properties },
    errors: Object.values(REASONS).map(codeOf),
    timeoutMilliseconds: 30_000,
    maxAttempts: 3,
    request: {
      method: 'POST',
      path: `/${name}`,
      ...(isMutation && { headers: { 'idempotency-key': '{key}' } }),
      body: args,
    },
    ...(isMutation && { compensation: { none: 'No tool of the shop takes back what another one did.' } }),
  };
}

const profileOf = (agent: string, tools: string[], policy: string): AgentProfile => ({
  agent,
  version: '1.0.0',
  description: 'Serves customers of a retail shop',
  instructions: policy,
  tools,
  class: 'drafting',
  budget: BUDGET,
});

const readerTemplate = {
  template: READER,
  version: '1.0.0',
  description: 'Has an agent look something up.',
  direct: true,
  args: {
    type: 'object',
    required: ['wish'],
    additionalProperties: false,
    properties: { wish: { type: 'string', maxLength: 8_000 } },
  },
  scope: { allowed: { [EXTENSION]: ['read'] } },
  steps: [{ id: 'work', type: 'agent_run', agent: READER, args: { wish: { from: 'args.wish' } } }],
};

/** Only agents have a model: the rest is code. */
const MODELS = {
  providers: [
    {
      name: 'own',
      kind: 'openai_compatible',
      modelVariable: 'ARBITER_MODEL',
      addressVariable: 'ARBITER_MODEL_URL',
      contextTokens: 400_000,
      prices: { input: 0, output: 0 },
    },
  ],
  tiers: {
    A: [{ provider: 'own' }],
    B: [{ provider: 'local_lexical', model: 'lexical-en-0.1' }],
    C: [{ provider: 'local_lexical', model: 'template-prose' }],
  },
  wishes: { highest: 'A' },
  classes: {
    compile: 'A',
    drafting: 'A',
    replanning: 'A',
    slot_filling: 'B',
    classification: 'B',
    extraction: 'B',
    formatting: 'C',
    canonicalization: 'C',
  },
  purposes: { intent: 'classification', narrative: 'formatting', clarification: 'formatting', plan: 'compile' },
  timeoutMilliseconds: 120_000,
  minimumConfidence: 0.5,
};

/** The platform's own sentences, as the demo shop says them. */
const copyOfShop = (): unknown => parse(readFileSync(join(SHOP, 'copy.yaml'), 'utf8'));
