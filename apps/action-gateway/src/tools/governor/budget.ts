import type { ArtifactBundle, CallLimits, ExtensionLimits, ToolDefinition } from '@arbiter/contracts';

/** What a call of a tool counts against. */
export interface Budget {
  readonly tenant: string;
  /** who shares it: the account at the vendor, else the extension of this one tenant */
  readonly account: string;
  readonly limits: CallLimits;
  /** a tool with closer limits of its own */
  readonly tool: { readonly name: string; readonly limits: CallLimits } | null;
  /** a built-in tool calls no vendor, and counts against nothing */
  readonly isBuiltIn: boolean;
  /** a place that is held for longer was lost with its process */
  readonly placeMilliseconds: number;
}

type Declared = Pick<ArtifactBundle, 'extensions' | 'tools'>;

/** Probe, send, verify. */
const MOST_CALLS = 3;
/** Between the place and the first byte, and between the last one and the place's return. */
const MARGIN_MILLISECONDS = 5_000;
const LONGEST_CALL_MILLISECONDS = 120_000;

/** AG-11: the budget of a tool, as its extension declares it; one without limits has nothing but its name. */
export function budgetOf({ extensions, tools }: Declared, tenant: string, name: string): Budget {
  const tool = tools.find((each) => each.tool === name);
  const extension = tool?.extension ?? extensionNamed(name);
  const limits = extensions.find((each) => each.extension === extension)?.limits ?? {};
  const ofTool = limits.tools?.[name];
  return {
    tenant,
    account: accountOf(limits, tenant, extension),
    limits,
    tool: ofTool ? { name, limits: ofTool } : null,
    isBuiltIn: tool?.builtin !== undefined,
    placeMilliseconds: placeMilliseconds(tool),
  };
}

/** Tools are named after the extension they belong to. */
const extensionNamed = (tool: string): string => tool.split('.')[0]!;

/** A tenant's name holds no colon, so no account is taken for another. */
const accountOf = ({ account }: ExtensionLimits, tenant: string, extension: string): string =>
  account === undefined ? `${tenant}:${extension}` : `account:${account}:`;

const placeMilliseconds = (tool: ToolDefinition | undefined): number =>
  MOST_CALLS * (tool?.timeoutMilliseconds ?? LONGEST_CALL_MILLISECONDS) + MARGIN_MILLISECONDS;
