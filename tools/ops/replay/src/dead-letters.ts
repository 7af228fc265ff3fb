import { openBroker, required, type Broker } from '@arbiter/runtime';
import { openLocal } from '@arbiter/stack';
import { print, runCommand, say } from './command';
import { letterOf, newestLetters, type Letter } from './dead-letters/letters';
import { readDeadLetterCommand, type DeadLetterCommand } from './dead-letters/options';
import { resend } from './dead-letters/resend';

const AT_MOST_RESENT = 10_000;

/** `npm run dead-letters`: lists dead letters with their causes, and sends one again. */
async function main(): Promise<number> {
  const command = readDeadLetterCommand(process.argv.slice(2));
  const local = await openLocal(say);
  try {
    const { environment } = local;
    const broker = await openBroker({
      url: required(environment, 'ARBITER_NATS_URL', 'nats://host:port'),
      user: environment['ARBITER_NATS_USER'],
      password: environment['ARBITER_NATS_PASSWORD'],
      name: 'arbiter-tools',
      inbox: 'operator',
    });
    try {
      return await run(command, broker);
    } finally {
      await broker.close();
    }
  } finally {
    await local.close();
  }
}

async function run(command: DeadLetterCommand, broker: Broker): Promise<number> {
  switch (command.command) {
    case 'list':
      return list(await newestLetters(broker.manager, command.atMost));
    case 'show':
      return show(await letterOf(broker.manager, command.sequence));
    case 'resend':
      return resendAll(
        broker,
        command.sequence === 'all'
          ? await newestLetters(broker.manager, AT_MOST_RESENT)
          : [await letterOf(broker.manager, command.sequence)],
      );
  }
}

function list(letters: readonly Letter[]): number {
  for (const letter of letters) print(summaryOf(letter));
  if (letters.length === 0) print('no dead letters');
  return 0;
}

function show(letter: Letter): number {
  print(summaryOf(letter));
  print(`addressed to ${letter.subject}, delivered ${letter.deliveries} times`);
  print(Buffer.from(letter.body).toString('utf8'));
  return 0;
}

/** A letter that cannot be sent does not stop the others. */
async function resendAll(broker: Broker, letters: readonly Letter[]): Promise<number> {
  let failed = 0;
  for (const letter of letters) {
    try {
      await resend(broker, letter);
      print(`${letter.sequence} sent again to ${letter.subject}`);
    } catch (error) {
      failed += 1;
      say(error instanceof Error ? error.message : String(error));
    }
  }
  print(JSON.stringify({ letters: letters.length, resent: letters.length - failed, failed }));
  return failed > 0 ? 1 : 0;
}

const summaryOf = ({ sequence, time, setAsideAs, cause }: Letter): string =>
  `${sequence} ${time} ${setAsideAs.split('.').slice(4).join(' ')}: ${cause}`;

runCommand('dead-letters', main);
