import { answerHelp, readArguments } from '../../../dev/command-line/command-line.cjs';
import { soak } from './soak';

const MOST_SEED = 2 ** 31;

/** Prints one JSON object; the exit code is 1 when a promise was broken, 2 when that could not be determined. */
async function main(): Promise<number> {
  const {
    values: { only = '', seed = String(Math.floor(Math.random() * MOST_SEED)), minutes, replicas, people },
  } = readArguments('soak', process.argv.slice(2));
  const numbers = {
    minutes: positive('minutes', minutes!),
    replicas: positive('replicas', replicas!),
    people: positive('people', people!),
    seed: positive('seed', seed),
  };
  tell(`seed ${numbers.seed}`);
  const report = await soak({ ...numbers, only, tell });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  if (!report.isWhole)
    tell(`a promise was broken: ${JSON.stringify(report.faults)}; the logs and the data are in ${report.dataFolder}`);
  return report.isWhole ? 0 : 1;
}

function positive(name: string, value: string): number {
  if (!(Number(value) > 0)) throw new Error(`--${name} takes a number above 0, not "${value}"`);
  return Number(value);
}

answerHelp('soak');
// Mounted file systems are unmounted at the exit of the process; a signal alone is no exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

function tell(line: string): void {
  process.stderr.write(`soak: ${line}\n`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    tell(error instanceof Error ? error.message : String(error));
    process.exit(2);
  },
);
