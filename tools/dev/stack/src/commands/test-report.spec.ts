import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport } from './test-report';

describe("Jest's report", () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-report-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const reading = (report: unknown) => {
    const path = join(folder, 'report.json');
    writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
    return readReport(path, '/project');
  };

  it('names every failed test with its file', () => {
    const assertionResults = [
      { fullName: 'a chat answers', status: 'passed' },
      { fullName: 'a chat stops', status: 'failed' },
    ];
    expect(
      reading({
        numPassedTests: 1,
        numPendingTests: 2,
        testResults: [{ name: '/project/tools/chat.spec.ts', status: 'failed', assertionResults }],
      }),
    ).toEqual({ passed: 1, skipped: 2, failures: [{ name: 'a chat stops', file: 'tools/chat.spec.ts' }] });
  });

  it('counts a file that could not be run, or failed after its tests, as one failure', () => {
    const testResults = [
      { name: '/project/a.spec.ts', status: 'failed', assertionResults: [] },
      { name: '/project/b.spec.ts', status: 'failed', assertionResults: [{ fullName: 'b', status: 'passed' }] },
      { name: '/project/c.spec.ts', status: 'passed', assertionResults: [] },
    ];
    expect(reading({ numPassedTests: 1, numPendingTests: 0, testResults }).failures.map(({ file }) => file)).toEqual([
      'a.spec.ts',
      'b.spec.ts',
    ]);
  });

  it.each(['', '{'])('that is not there or half written (%p) tells of no test', (text) => {
    expect(reading(text)).toEqual({ passed: 0, skipped: 0, failures: [] });
  });
});
