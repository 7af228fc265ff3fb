import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { documentOf, rowsOf } from '../input';
import { Dialogue } from './dialogue';
import { evaluateRouting } from './evaluate-routing';
import { ServiceSchema } from './schema';

const folder = join(process.env['ARBITER_CASES'] ?? join(__dirname, '../../../../../../shared/data'), 'sgd');
const files = { dialogues: join(folder, 'dev.dialogues.jsonl.gz'), schema: join(folder, 'dev.schema.json') };
const isThere = Object.values(files).every((file) => existsSync(file));
const FLOORS = [
  ['none', 0.9, 0.85],
  ['local', 0.95, 0.9],
  ['acts', 0.99, 0.9],
] as const;

/** Recorded dialogues are no part of the project: where they are not at hand, nothing is measured. */
(isThere ? describe : describe.skip)('real dialogues', () => {
  test.each(FLOORS)(
    'RT-10: with proposals of %s, at least %d of the turns get a right category, and a macro-F1 of %d',
    async (source, accuracy, macroF1) => {
      const score = await evaluateRouting(
        await rowsOf(files.dialogues, Dialogue),
        await documentOf(files.schema, ServiceSchema),
        source,
      );
      expect(score.accuracy).toBeGreaterThanOrEqual(accuracy);
      expect(score.macro_f1).toBeGreaterThanOrEqual(macroF1);
    },
    300_000,
  );
});
