import type { CallLimits, ExtensionDefinition, ToolDefinition } from '@arbiter/contracts';
import { oneOf, type Check, type ReportInside } from './check';

const LIMITS = ['perSecond', 'perMinute', 'inFlight'] as const;

/** AG-11: limits are those of a vendor that is called, and a tool of its own has closer ones. */
export const checkLimits: Check = ({ extensions, tools }, report) => {
  extensions.forEach((extension, index) => {
    if (!extension.limits) return;
    const inLimits: ReportInside = (path, reason, fix) =>
      report('tools.yaml', ['extensions', index, 'limits', ...path], reason, fix);
    const own = tools.filter((tool) => tool.extension === extension.extension);
    checkWhole(extension, extension.limits, inLimits);
    for (const [tool, limits] of Object.entries(extension.limits.tools ?? {}))
      checkTool(tool, limits, extension.limits, own, inLimits);
  });
};

function checkWhole(
  { extension, baseUrlVariable }: ExtensionDefinition,
  { account, tools = {}, ...limits }: NonNullable<ExtensionDefinition['limits']>,
  report: ReportInside,
): void {
  if (baseUrlVariable === undefined)
    return report([], `extension "${extension}" has no address, so nothing is called`, 'remove `limits`');
  if (account === undefined && Object.keys({ ...tools, ...limits }).length === 0)
    report([], 'these limits limit nothing', `${oneOf(LIMITS)}, or remove \`limits\``);
}

function checkTool(
  name: string,
  limits: CallLimits,
  whole: CallLimits,
  own: readonly ToolDefinition[],
  report: ReportInside,
): void {
  const path = ['tools', name];
  const tool = own.find(({ tool }) => tool === name);
  if (!tool)
    return report(
      path,
      `there is no tool "${name}" of this extension`,
      oneOf(own.filter(({ request }) => request !== undefined).map(({ tool }) => tool)),
    );
  if (tool.builtin !== undefined) return report(path, `"${name}" is built in and calls no vendor`, 'remove it here');
  if (Object.keys(limits).length === 0) report(path, 'these limits limit nothing', oneOf(LIMITS));
  for (const limit of LIMITS) {
    const most = whole[limit];
    if (most !== undefined && (limits[limit] ?? 0) >= most)
      report(
        [...path, limit],
        `the extension allows ${most} for all its tools together, so this never limits anything`,
        `write less than ${most}, or remove it`,
      );
  }
}
