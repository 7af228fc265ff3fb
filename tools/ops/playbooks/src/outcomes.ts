import { OutcomeApi } from './outcome-api';
import { readOutcomeCommand, type OutcomeCommand } from './outcome-command';
import { outcomeLines } from './outcome-lines';
import { print, runCommand, systemAt } from './terminal';

/** `npm run outcomes`: the exit code. */
async function main(): Promise<number> {
  const { base, command, json } = readOutcomeCommand(process.argv.slice(2));
  const { data, lines } = await resultOf(
    command,
    new OutcomeApi(systemAt(base), process.env['ARBITER_API_KEY'] ?? null),
  );
  for (const line of json ? [JSON.stringify(data)] : lines) print(line);
  return 0;
}

/** The answer for a program, and for a person. */
async function resultOf(
  command: OutcomeCommand,
  api: OutcomeApi,
): Promise<{ readonly data: unknown; readonly lines: readonly string[] }> {
  switch (command.command) {
    case 'list': {
      const page = await api.left();
      const lines = page.outcomes.length === 0 ? ['no outcome is unknown'] : page.outcomes.flatMap(outcomeLines);
      return { data: page, lines: page.more ? [...lines, 'there are more; settle some and ask again'] : lines };
    }
    case 'show': {
      const view = await api.one(command.id);
      return { data: view, lines: [...outcomeLines(view), `  step ${view.stepId} of run ${view.runId}`] };
    }
    case 'settle': {
      const received = await api.settle(command.id, command.outcome);
      const what = received.outcome === 'done' ? 'done' : 'not done';
      return { data: received, lines: [`${received.id} was ${what}; the person is told`] };
    }
  }
}

runCommand('outcomes', main);
