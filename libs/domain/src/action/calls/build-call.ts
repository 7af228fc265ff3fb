import type { HttpRequestTemplate, ToolCall, Values } from '@arbiter/contracts';
import type { CompiledTool } from './compiled-tool';
import { UnfillableTemplate, fillOptionalText, fillText, fillValue, type TemplateValues } from './fill-template';

/**
 * Builds the one HTTP request of a tool call. No argument can change the host, add or remove a path segment, or begin
 * another header (AG-05). Throws UnfillableTemplate, whose message names the place and never a value.
 */
export function buildCall(tool: CompiledTool, values: TemplateValues): ToolCall {
  const { builtin, request } = tool.definition;
  if (builtin) return { kind: 'builtin', builtin, args: values.args };
  if (!request) throw new UnfillableTemplate(`tool ${tool.definition.tool} has neither a request nor a builtin`);
  return httpCall(tool, request, values);
}

/** The request that asks the vendor whether the effect took place. */
export function buildProbe(tool: CompiledTool, values: TemplateValues): ToolCall {
  const { probe } = tool.definition;
  if (!probe) throw new UnfillableTemplate(`tool ${tool.definition.tool} has no probe`);
  return httpCall(tool, probe.request, values);
}

function httpCall(
  { definition, extension }: CompiledTool,
  template: HttpRequestTemplate,
  values: TemplateValues,
): ToolCall {
  if (!extension?.baseUrlVariable)
    throw new UnfillableTemplate(`extension ${definition.extension} names no baseUrlVariable`);
  return {
    kind: 'http',
    extension: definition.extension,
    baseUrlVariable: extension.baseUrlVariable,
    keyVariable: extension.keyVariable ?? null,
    domain: extension.domain ?? null,
    method: template.method,
    path: pathOf(template, values) + queryOf(template, values),
    headers: headersOf(template, values),
    body: template.body ? (fillValue(template.body, values, 'body') as Values) : null,
  };
}

const pathOf = (template: HttpRequestTemplate, values: TemplateValues): string =>
  template.path
    .split('/')
    .map((segment) => segmentOf(segment, values))
    .join('/');

function segmentOf(template: string, values: TemplateValues): string {
  const plain = fillText(template, values, 'path');
  if (plain === template) return template;
  // Encoding leaves dots as they are, and some servers undo it too early: a segment must not become a step up or
  // vanish.
  if (plain === '' || plain.split(/[/\\]/).some((part) => part === '.' || part === '..')) {
    throw new UnfillableTemplate(`path segment ${template} would be empty or a relative step`);
  }
  return fillText(template, values, 'path', encodeURIComponent);
}

function queryOf({ query = {} }: HttpRequestTemplate, values: TemplateValues): string {
  const pairs = Object.entries(query).flatMap(([name, template]) => {
    const value = fillOptionalText(template, values, `query.${name}`);
    return value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`];
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Printable ASCII and tabs: no line break, so no header but this one. */
const HEADER_VALUE = /^[\t\x20-\x7e]{0,4096}$/;

function headersOf({ headers = {} }: HttpRequestTemplate, values: TemplateValues): Record<string, string> {
  const filled = Object.entries(headers).flatMap(([name, template]) => {
    const value = fillOptionalText(template, values, `headers.${name}`);
    if (value === undefined) return [];
    if (!HEADER_VALUE.test(value))
      throw new UnfillableTemplate(`headers.${name} must be printable ASCII of at most 4096 characters`);
    return [[name.toLowerCase(), value] as const];
  });
  return Object.fromEntries(filled);
}
