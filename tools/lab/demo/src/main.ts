import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { System } from '@arbiter/stack';
import { answerHelp, readArguments } from '../../../dev/command-line/command-line.cjs';
import { digestOf } from './digest';
import { ANSWERS, StudioDays, type Approves, type DayReport } from './studio-days';

const STUDIO = resolve(__dirname, '../../../../deploy/tenants/studio');
const MOST_DAYS = 60;

/**
 * Carries the follow-up of invoices out for some days; false when an instance failed or a person was written to twice
 * in a week.
 */
async function main(): Promise<boolean> {
  const { values, flags, operands } = readArguments('demo', process.argv.slice(2));
  if (operands.length !== 1 || operands[0] !== 'studio') throw new Error('name what is shown: npm run demo -- studio');
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    throw new Error(`--days takes a whole number from 1 to ${MOST_DAYS}, not "${values.days}"`);
  const { approve: approves = '' } = values;
  if (!isAnswer(approves)) throw new Error(`--approve takes all or none, not "${approves}"`);
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-demo-'));
  const system = await System.start({
    dataFolder,
    throwaway: true,
    tenants: [STUDIO],
    report: tell,
    environment: { ARBITER_TENANT: 'studio', ARBITER_LOG_LEVEL: 'error' },
  });
  try {
    return await show(new StudioDays(system, approves), days, flags.has('json'));
  } finally {
    await system.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function show(studio: StudioDays, days: number, isJson: boolean): Promise<boolean> {
  let isWell = true;
  for (let day = 0; day < days; day += 1) {
    const report: DayReport = await studio.next();
    process.stdout.write(isJson ? `${JSON.stringify(report.figures)}\n` : `${digestOf(report)}\n`);
    isWell &&= report.status === 'ok' && report.figures.touched_twice === 0;
  }
  await studio.close();
  return isWell;
}

const isAnswer = (given: string): given is Approves => Object.hasOwn(ANSWERS, given);

function tell(line: string): void {
  process.stderr.write(`demo: ${line}\n`);
}

answerHelp('demo');
main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    tell(error instanceof Error ? error.message : String(error));
    process.exit(2);
  },
);
