import { loadTenant } from '@arbiter/artifacts';
import { answerHelp } from '../../../dev/command-line/command-line.cjs';
import { evaluateAgents, isRight } from './agents/evaluate-agents';
import { SHOP } from './conversation/in-process/rehearse';
import { evaluateConversations, isGoodEnough } from './conversation/evaluate-conversations';
import { printed } from './conversation/report';
import { documentOf, rowsOf } from './input';
import { evaluateFiles } from './proposals/evaluate-files';
import { evaluateIntents, Utterance } from './intents/evaluate-intents';
import { readEvalOptions, type AgentOptions, type ConversationOptions, type EvalOptions } from './options';
import { evaluatePlaybook } from './playbook/evaluate-playbook';
import { PrivacyCase } from './privacy/case';
import { evaluatePrivacy } from './privacy/evaluate-privacy';
import { Dialogue } from './routing/dialogue';
import { evaluateRouting } from './routing/evaluate-routing';
import { ServiceSchema } from './routing/schema';
import { evaluateStreams } from './streams/evaluate-streams';

const PROGRESS_TURNS = 500;
const PROGRESS_ENTRIES = 100;
const PROGRESS_STREAMS = 10;

const say = (line: string): void => void process.stderr.write(`arbiter: ${line}\n`);

/** The results as one JSON object on standard output. */
async function evaluated(options: Exclude<EvalOptions, ConversationOptions | AgentOptions>): Promise<unknown> {
  if (options.what === 'intents') {
    const [utterances, examples] = await Promise.all([
      rowsOf(options.file, Utterance),
      rowsOf(options.examples, Utterance),
    ]);
    return evaluateIntents(utterances, examples, every(PROGRESS_TURNS, `of ${utterances.length} utterances`));
  }
  if (options.what === 'proposals')
    return evaluateFiles(
      options.file,
      options.provider,
      loadTenant(SHOP),
      process.env,
      every(PROGRESS_ENTRIES, 'texts'),
    );
  if (options.what === 'playbook') return evaluatePlaybook(options, process.env, say);
  if (options.what === 'streams')
    return evaluateStreams(options.folder, options.chunkings, every(PROGRESS_STREAMS, 'streams'));
  if (options.what === 'privacy')
    return evaluatePrivacy(await rowsOf(options.file, PrivacyCase), every(PROGRESS_TURNS, 'texts'));
  const [dialogues, schema] = await Promise.all([
    rowsOf(options.file, Dialogue),
    documentOf(options.schema, ServiceSchema),
  ]);
  let turns = 0;
  const tell = every(PROGRESS_TURNS, `turns of ${dialogues.length} dialogues`);
  return evaluateRouting(dialogues, schema, options.proposals, () => tell((turns += 1)));
}

/** Reports the progress after every `step` more. */
function every(step: number, what: string): (done: number) => void {
  let said = 0;
  return (done) => {
    if (done - said < step) return;
    said = done;
    say(`${done} ${what}`);
  };
}

/** A table for people, or JSON; 1 is the exit code of a system that does something without a request. */
async function conversed(options: ConversationOptions): Promise<void> {
  const report = await evaluateConversations(options, every(PROGRESS_ENTRIES, 'entries'));
  print(options.json ? JSON.stringify(report) : printed(report));
  if (!isGoodEnough(report, options.least)) process.exitCode = 1;
}

/** One JSON object; 1 is the exit code where anything did not come out as recorded, or took place without a yes. */
async function playedAgents(options: AgentOptions): Promise<void> {
  const report = await evaluateAgents(options, say);
  if ('skipped' in report) say(`skipped: ${report.skipped}`);
  print(JSON.stringify(report));
  if (!isRight(report)) process.exitCode = 1;
}

/** `npm run eval` */
async function main(): Promise<void> {
  const options = readEvalOptions(process.argv.slice(2));
  if (options.what === 'conversation') await conversed(options);
  else if (options.what === 'agents') await playedAgents(options);
  else print(JSON.stringify(await evaluated(options)));
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

answerHelp('eval');
main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = (error as { readonly code?: unknown }).code === 'usage' ? 2 : 1;
});
