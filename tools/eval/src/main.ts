import { ArbiterError } from '@arbiter/contracts';
import { documentOf, rowsOf } from './input';
import { evaluateIntents, Utterance } from './intents/evaluate';
import { readEvalOptions, type EvalOptions } from './options';
import { Dialogue } from './routing/dialogue';
import { evaluateRouting } from './routing/evaluate';
import { ServiceSchema } from './routing/schema';

const PROGRESS_TURNS = 500;

const say = (line: string): void => void process.stderr.write(`arbiter: ${line}\n`);

/** `npm run eval`: one JSON object on standard output. */
async function evaluated(options: EvalOptions): Promise<unknown> {
  if (options.what === 'intents') {
    const [utterances, examples] = await Promise.all([rowsOf(options.file, Utterance), rowsOf(options.examples, Utterance)]);
    return evaluateIntents(utterances, examples, every(PROGRESS_TURNS, `of ${utterances.length} utterances`));
  }
  const [dialogues, schema] = await Promise.all([rowsOf(options.file, Dialogue), documentOf(options.schema, ServiceSchema)]);
  let turns = 0;
  const tell = every(PROGRESS_TURNS, `turns of ${dialogues.length} dialogues`);
  return evaluateRouting(dialogues, schema, options.proposals, () => tell((turns += 1)));
}

/** Says how far it has come whenever so many more are done. */
function every(step: number, what: string): (done: number) => void {
  let said = 0;
  return (done) => {
    if (done - said < step) return;
    said = done;
    say(`${done} ${what}`);
  };
}

async function main(): Promise<void> {
  process.stdout.write(`${JSON.stringify(await evaluated(readEvalOptions(process.argv.slice(2))))}\n`);
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ArbiterError && error.code === 'usage' ? 2 : 1;
});
