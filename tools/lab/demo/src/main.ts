import { answerHelp, readArguments } from '../../../dev/command-line/command-line.cjs';
import { onDemoSystem } from './demo-system';
import { HOSTILE_FILE, WITHOUT_MODEL, WITH_OBEDIENT_MODEL, type Scene } from './desk-scenes';
import { isAsPromised, play, told } from './desk-talk';
import { digestOf } from './digest';
import { ObedientModel } from './obedient-model';
import { ANSWERS, StudioDays, type Approves, type DayReport } from './studio-days';

const MOST_DAYS = 60;

type Arguments = ReturnType<typeof readArguments>;

/** By the name of a tenant: shows what it promises; false when it did not keep it. */
const DEMOS: Readonly<Record<string, (given: Arguments) => Promise<boolean>>> = { studio: showStudio, desk: showDesk };

async function main(): Promise<boolean> {
  const given = readArguments('demo', process.argv.slice(2));
  const [name = '', ...others] = given.operands;
  if (others.length > 0 || !Object.hasOwn(DEMOS, name))
    throw new Error('name what is shown: npm run demo -- studio, or npm run demo -- desk');
  return DEMOS[name]!(given);
}

/**
 * Carries the follow-up of invoices out for some days; false when an instance failed or a person was written to twice
 * in a week.
 */
function showStudio({ values, flags }: Arguments): Promise<boolean> {
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    throw new Error(`--days takes a whole number from 1 to ${MOST_DAYS}, not "${values.days}"`);
  const { approve: approves = '' } = values;
  if (!isAnswer(approves)) throw new Error(`--approve takes all or none, not "${approves}"`);
  return onDemoSystem('studio', tell, (system) => showDays(new StudioDays(system, approves), days, flags.has('json')));
}

async function showDays(studio: StudioDays, days: number, isJson: boolean): Promise<boolean> {
  let isWell = true;
  for (let day = 0; day < days; day += 1) {
    const report: DayReport = await studio.next();
    process.stdout.write(isJson ? `${JSON.stringify(report.figures)}\n` : `${digestOf(report)}\n`);
    isWell &&= report.status === 'ok' && report.figures.touched_twice === 0;
  }
  await studio.close();
  return isWell;
}

/**
 * Talks to the desk without a language model, and then with one that does what a file tells its reader; false when a
 * mail was sent unasked, or one that was agreed to was not.
 */
async function showDesk({ flags }: Arguments): Promise<boolean> {
  const isJson = flags.has('json');
  const withoutModel = await showScenes(WITHOUT_MODEL, isJson);
  const model = await ObedientModel.open(HOSTILE_FILE);
  try {
    const obeying = { ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'obedient' };
    return (await showScenes(WITH_OBEDIENT_MODEL, isJson, obeying)) && withoutModel;
  } finally {
    await model.close();
  }
}

function showScenes(
  scenes: readonly Scene[],
  isJson: boolean,
  environment: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  return onDemoSystem(
    'desk',
    tell,
    async (system) => {
      let isWell = true;
      for (const scene of scenes) {
        const report = await play(system, scene);
        process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : `${told(report)}\n`);
        isWell &&= isAsPromised(report);
      }
      return isWell;
    },
    environment,
  );
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
