import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { documentOf, rowsOf } from '../input';
import { Dialogue } from './dialogue';
import { evaluateRouting, type Heard } from './evaluate-routing';
import { ServiceSchema } from './schema';
import { shareOf } from './score';

const folder = join(process.env['ARBITER_CASES'] ?? join(__dirname, '../../../../../../shared/data'), 'sgd');
const files = { dialogues: join(folder, 'dev.dialogues.jsonl.gz'), schema: join(folder, 'dev.schema.json') };
const isThere = Object.values(files).every((file) => existsSync(file));

/** Of the plain yeses in recorded dialogues; the others are praise by itself ("Perfect."), or say more than yes. */
const LEAST_HEARD = 0.93;

/** Recorded dialogues are no part of the project: where they are not at hand, nothing is measured. */
(isThere ? describe : describe.skip)('AP-08: where something waits for a yes in a real dialogue', () => {
  const answers: Heard[] = [];
  const isYes = ({ turn }: Heard) => turn.acts.every(([, act]) => act === 'AFFIRM');
  const hasActed = ({ routed }: Heard) => routed.hasRun;

  beforeAll(async () => {
    const dialogues = await rowsOf(files.dialogues, Dialogue);
    const schema = await documentOf(files.schema, ServiceSchema);
    await evaluateRouting(dialogues, schema, 'none', (heard) => {
      if (heard.turn.pending_before.some(({ act }) => act === 'CONFIRM')) answers.push(heard);
    });
  }, 300_000);

  test('a yes and nothing else lets it go', () => {
    expect(shareOf(answers.filter(isYes), hasActed)).toBeGreaterThan(LEAST_HEARD);
  });

  test('nothing else does', () => {
    expect(answers.filter((one) => !isYes(one) && hasActed(one)).map(({ turn }) => turn.text)).toEqual([]);
  });
});
