import { fieldsNamed, placeholdersOf, type ArtifactBundle, type ToolDefinition } from '@arbiter/contracts';
import type { Path } from '../artifact-source';
import { checkArgumentSchema, checkSchema, propertiesOf } from './argument-schema';
import { checkBeginPlaybook } from './begin-playbook';
import { oneOf, type Check, type ReportInside } from './check';
import { checkCompensation } from './compensation';
import { ANYTHING, NUMBER, TEXT, expressionProblems, objectOf, shapeOfSchema } from './expressions';
import { checkIdempotency } from './idempotency';
import { checkList } from './lists';

const PLATFORM_FACTS = ['principal.customerId', 'principal.tenant'];

/** A tool can be called: somewhere to go, closed arguments, and requests made only of what is known by then. */
export const checkTools: Check = (bundle, report) => {
  bundle.tools.forEach((tool, index) => {
    const inTool: ReportInside = (path, reason, fix) => report('tools.yaml', ['tools', index, ...path], reason, fix);
    checkArgumentSchema(report, 'tools.yaml', ['tools', index, 'args'], tool.args);
    if (tool.result !== undefined) checkSchema(report, 'tools.yaml', ['tools', index, 'result'], tool.result);
    checkDestination(bundle, tool, inTool);
    checkTemplates(tool, inTool);
    checkProbe(tool, inTool);
    checkIdempotency(tool, inTool);
    checkList(tool, inTool);
    checkBeginPlaybook(bundle, tool, inTool);
    checkCompensation(bundle, tool, inTool);
  });
};

function checkDestination(bundle: ArtifactBundle, tool: ToolDefinition, report: ReportInside): void {
  const extension = bundle.extensions.find(({ extension }) => extension === tool.extension);
  if (!extension)
    return report(
      ['extension'],
      `there is no extension "${tool.extension}"`,
      oneOf(bundle.extensions.map(({ extension }) => extension)),
    );
  if ((tool.builtin === undefined) === (tool.request === undefined)) {
    report(['tool'], 'a tool is either built in or a request', 'keep exactly one of `builtin` and `request`');
  }
  if (tool.request && extension.baseUrlVariable === undefined) {
    report(['extension'], `extension "${tool.extension}" has no address`, 'add `baseUrlVariable` to the extension');
  }
  const written = Object.keys(tool.request?.headers ?? {}).find((name) => name.toLowerCase() === 'authorization');
  if (written !== undefined)
    report(
      ['request', 'headers', written],
      'a key stands in the environment, never in an artifact',
      'take the header out, and name the variable of the key as `keyVariable` of the extension',
    );
}

/** The platform itself states the identity of the caller; an argument can never replace it. */
function checkTemplates(tool: ToolDefinition, report: ReportInside): void {
  const facts = [...(propertiesOf(tool.args) ?? []).map((name) => `args.${name}`), ...PLATFORM_FACTS];
  const check = (path: Path, template: unknown, known: readonly string[]) => {
    for (const [inner, text] of textsIn(template, path)) {
      for (const name of placeholdersOf(text))
        if (!known.includes(name)) report(inner, `nothing is known as {${name}} here`, oneOf(known));
    }
  };
  check(['request'], tool.request, tool.idempotency === 'etag' ? [...facts, 'key', 'etag'] : [...facts, 'key']);
  check(['probe', 'request'], tool.probe?.request, [...facts, 'key']);
  check(['semanticTarget'], tool.semanticTarget, facts);
}

function* textsIn(value: unknown, path: Path): Generator<[Path, string]> {
  if (typeof value === 'string') yield [path, value];
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...path, key]);
}

/** What a vendor answers to a probe is described nowhere, but where status, headers and body stand is known. */
function checkProbe({ probe, args }: ToolDefinition, report: ReportInside): void {
  if (!probe) return;
  const response = objectOf({ status: NUMBER, headers: ANYTHING, body: ANYTHING });
  const variables = { response, args: shapeOfSchema(args), key: TEXT };
  for (const name of ['found', 'etag', 'result'] as const) {
    const source = probe[name];
    if (source === undefined) continue;
    const problems = expressionProblems(`probe_${name}`, source, variables);
    for (const problem of problems) report(['probe', name], ...problem);
    if (problems.length > 0) continue;
    for (const header of fieldsNamed(source, 'response.headers').fields.filter(
      (field) => field !== field.toLowerCase(),
    ))
      report(['probe', name], `there is no header "${header}"`, `write it in lower case: "${header.toLowerCase()}"`);
  }
  if (probe.request.method !== 'GET') report(['probe', 'request', 'method'], 'a probe must change nothing', 'use GET');
}
