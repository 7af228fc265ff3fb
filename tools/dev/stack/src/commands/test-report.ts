import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface Failure {
  /** the test with its group, or another failure */
  readonly name: string;
  /** relative to the project's folder; null when it is of none */
  readonly file: string | null;
}

export interface TestReport {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
}

/** The parts of Jest's report that are read here. */
interface JestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly JestFile[];
}

interface JestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

const NOTHING: TestReport = { passed: 0, skipped: 0, failures: [] };

/** Nothing passed and nothing failed where there is no report: Jest ended before it could write one. */
export function readReport(path: string, root: string): TestReport {
  const report = parsed(path);
  if (!report) return NOTHING;
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap((file) => failuresOf(file, root)),
  };
}

function parsed(path: string): JestReport | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as JestReport;
  } catch {
    return null;
  }
}

/** A file may fail although none of its tests did: it could not be read, or code after them failed. */
function failuresOf({ name, status, assertionResults }: JestFile, root: string): readonly Failure[] {
  const file = relative(root, name);
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ name: test.fullName, file }));
  return failed.length === 0 && status === 'failed' ? [{ name: 'the file itself', file }] : failed;
}
