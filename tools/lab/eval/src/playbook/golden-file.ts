import type { GoldenDefinition, GoldenObjects } from '@arbiter/contracts';
import { ArtifactError, ArtifactSource, shapeProblems, type ArtifactProblem, type Path } from '@arbiter/artifacts';
import { FIRST_DAY, SHOP_TRUTH, STUDIO_TRUTH } from '@arbiter/sandbox-vendor';

const TRUTH: Readonly<Record<GoldenDefinition['sandbox'], readonly string[]>> = {
  studio: STUDIO_TRUTH,
  shop: SHOP_TRUTH,
};

/**
 * The expected results of a playbook. Throws an ArtifactError that lists every mistake with file, line, reason and fix.
 */
export function readGolden(file: string, playbook: string): GoldenDefinition {
  const source = new ArtifactSource(file);
  const shape = source.problems.length > 0 ? source.problems : shapeProblems('golden.yaml', source);
  if (shape.length > 0) throw new ArtifactError(shape);
  const golden = source.value as GoldenDefinition;
  const problems: ArtifactProblem[] = [];
  const report: Report = (path, reason, fix) => void problems.push(source.problem(path, reason, fix));
  if (golden.playbook !== playbook)
    report(['playbook'], `this file is about "${golden.playbook}"`, `name that one, or a file about "${playbook}"`);
  golden.situations.forEach((_, index) => checkDays(golden, index, report));
  if (problems.length > 0) throw new ArtifactError(problems);
  return golden;
}

type Report = (path: Path, reason: string, fix: string) => void;

function checkDays({ sandbox, situations }: GoldenDefinition, index: number, report: Report): void {
  let last = sandbox === 'studio' ? FIRST_DAY : '';
  situations[index]!.days.forEach((day, place) => {
    const path = ['situations', index, 'days', place];
    if (day.day < last || (place > 0 && day.day === last))
      report([...path, 'day'], `the sandbox does not go back from ${last}`, 'write the days in their order');
    last = day.day;
    for (const name of ['dealtWith', 'failing'] as const) checkTruth(day[name], sandbox, [...path, name], report);
  });
}

function checkTruth(objects: GoldenObjects, sandbox: GoldenDefinition['sandbox'], path: Path, report: Report): void {
  if (Array.isArray(objects) || TRUTH[sandbox].includes(objects.truth)) return;
  report(
    [...path, 'truth'],
    `the ${sandbox} knows no list "${objects.truth}"`,
    `use one of ${TRUTH[sandbox].join(', ')}, or write the objects down`,
  );
}
