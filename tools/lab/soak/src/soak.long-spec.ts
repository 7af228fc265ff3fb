import { NO_FAULTS } from './judgement/no-faults';
import { tooLarge } from './memory';
import { soak } from './soak';

/** Longer runs are `npm run soak -- --minutes N`. */
const MINUTES = 3;
const SEED = 8;
/** Half as many as usual: it runs beside other tests, and what goes wrong counts for more than how much goes on. */
const PEOPLE = 3;
/** starting and settling included, beside other load */
const PATIENCE_MILLISECONDS = 600_000;

describe('a mixed load while one thing after the other goes wrong', () => {
  it(
    'loses nothing, does nothing twice, and says nothing that is not so',
    async () => {
      const lines: string[] = [];
      const report = await soak({
        minutes: MINUTES,
        replicas: 2,
        seed: SEED,
        people: PEOPLE,
        tell: (line) => lines.push(line),
      });
      // What went on is only worth reading when something is broken.
      if (!report.isWhole)
        process.stderr.write(`${lines.join('\n')}\nthe logs and the data are in ${report.dataFolder}\n`);
      expect(report.faults).toEqual(NO_FAULTS);
      expect({ deadLetters: report.deadLetters, skipped: report.skipped, failures: report.failures }).toEqual({
        deadLetters: 0,
        skipped: 0,
        failures: [],
      });
      expect(tooLarge(report.memoryMiB)).toEqual([]);
      expect({
        isAnswered: report.answered === report.accepted && report.accepted > 0,
        isDisturbed: report.recoveries.length > 0,
        hasEffects: report.effects > 0,
      }).toEqual({ isAnswered: true, isDisturbed: true, hasEffects: true });
    },
    PATIENCE_MILLISECONDS,
  );
});
