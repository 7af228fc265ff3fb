import type { ArtifactFile } from '@arbiter/contracts';
import type { Path } from '../artifact-source';
import type { Check, Report } from './check';

/** A name is given once. */
export const checkNames: Check = (bundle, report) => {
  const unique = (file: ArtifactFile, path: Path, names: readonly string[], key?: string) =>
    reportDoubles(report, file, path, names, key);
  unique(
    'intents.yaml',
    [],
    bundle.intents.map(({ intent }) => intent),
    'intent',
  );
  unique(
    'templates.yaml',
    [],
    bundle.templates.map(({ template }) => template),
    'template',
  );
  unique(
    'tools.yaml',
    ['tools'],
    bundle.tools.map(({ tool }) => tool),
    'tool',
  );
  unique(
    'tools.yaml',
    ['extensions'],
    bundle.extensions.map(({ extension }) => extension),
    'extension',
  );
  unique(
    'policies.yaml',
    ['rules'],
    bundle.policy.rules.map(({ rule }) => rule),
    'rule',
  );
  unique(
    'policies.yaml',
    ['risk'],
    bundle.policy.risk.map(({ tool }) => tool),
    'tool',
  );
  unique('policies.yaml', ['allowList'], bundle.policy.allowList);
  bundle.intents.forEach(({ slots }, index) =>
    unique(
      'intents.yaml',
      [index, 'slots'],
      slots.map(({ name }) => name),
      'name',
    ),
  );
  bundle.templates.forEach(({ steps }, index) =>
    unique(
      'templates.yaml',
      [index, 'steps'],
      steps.map(({ id }) => id),
      'id',
    ),
  );
};

function reportDoubles(report: Report, file: ArtifactFile, path: Path, names: readonly string[], key?: string): void {
  names.forEach((name, index) => {
    if (names.indexOf(name) === index) return;
    report(
      file,
      [...path, index, ...(key ? [key] : [])],
      `"${name}" is there twice`,
      'rename or remove one of the two',
      [file, [...path, names.indexOf(name), ...(key ? [key] : [])]],
    );
  });
}
