import type { ListDeclaration, ToolDefinition } from '@arbiter/contracts';
import type { ReportInside } from './check';
import { mayBe, propertySchemaAt, type ValueSchema } from './known';

const MARKS = ['pages', 'total', 'next', 'cursor', 'link'] as const;

/** A tool's list stands where it says, in the result of a tool that only reads, and ends in one way. */
export function checkList(tool: ToolDefinition, report: ReportInside): void {
  const { list, probe } = tool;
  if (probe?.list) checkMarks(probe.list, ['probe', 'list'], report);
  if (!list) return;
  if (tool.riskClass !== 'read') report(['list'], 'only a tool that reads has a list', 'remove `list`');
  checkMarks(list, ['list'], report);
  if (schemaIn(tool.result, list.items)?.items === undefined)
    report(['list', 'items'], `the result schema has no list at \`${list.items}\``, 'name a list of the result');
  for (const mark of ['pages', 'total'] as const) {
    const path = list[mark];
    const schema = path === undefined ? null : schemaIn(tool.result, path);
    if (path !== undefined && (schema === null || !mayBe(schema, ['integer', 'number'])))
      report(['list', mark], `the result schema has no number at \`${path}\``, 'name a number of the result');
  }
  for (const mark of ['next', 'cursor'] as const) {
    const path = list[mark];
    if (path !== undefined && schemaIn(tool.result, path) === null)
      report(['list', mark], `the result schema has nothing at \`${path}\``, 'name a property of the result');
  }
}

function checkMarks(list: ListDeclaration, at: readonly string[], report: ReportInside): void {
  const named = MARKS.filter((mark) => list[mark] !== undefined);
  if (named.length > 1)
    report([...at], `a list ends in one way, and this one names ${named.join(' and ')}`, 'keep one of them');
}

const schemaIn = (result: unknown, path: string): ValueSchema | null => propertySchemaAt(result, path.split('.'));
