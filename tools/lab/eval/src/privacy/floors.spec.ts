import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../input';
import { PrivacyCase } from './case';
import { evaluatePrivacy, type PrivacyReport } from './evaluate-privacy';

const folder = join(process.env['ARBITER_CASES'] ?? join(__dirname, '../../../../../../shared/data'), 'pii');
const files = ['recognizer_vectors.jsonl', 'generated_small.jsonl.gz'].map((file) => join(folder, file));
const isThere = files.every((file) => existsSync(file));

/** Recorded cases are no part of the project: where they are not at hand, nothing is measured. */
(isThere ? describe : describe.skip)('recorded personal values', () => {
  let report: PrivacyReport;
  beforeAll(async () => {
    const cases = await Promise.all(files.map((file) => rowsOf(file, PrivacyCase)));
    report = await evaluatePrivacy(cases.flat());
  }, 300_000);

  it.each(['card', 'iban', 'ssn', 'email'])('no %s is missed (CX-04)', (kind) => {
    expect(report.kinds[kind]).toMatchObject({ missed: 0 });
    expect(report.kinds[kind]!.expected).toBeGreaterThan(0);
  });

  it('at most 2 % of phone numbers are missed (CX-04)', () => {
    const { expected, missed } = report.kinds['phone']!;
    expect(missed / expected).toBeLessThanOrEqual(0.02);
  });

  it('less than 3 % of what is found is nothing (CX-04)', () => {
    expect(report.false_share).toBeLessThan(0.03);
  });
});
