// Every npm script begins here, on whatever Node there is (20 or newer): dependencies, Node 24, build, then the task.
// Progress goes to stderr; stdout belongs to the task. Nothing here may need a dependency.
import commandLine from './command-line/command-line.cjs';
import { buildPage, pageIsCurrent } from './bootstrap/chat-page.mjs';
import { build, compile } from './bootstrap/compile.mjs';
import { dependenciesAreCurrent, installDependencies } from './bootstrap/dependencies.mjs';
import { findNode } from './bootstrap/node.mjs';
import { runTask, stopInOrder } from './bootstrap/processes.mjs';
import { fail, step } from './bootstrap/progress.mjs';
import { tasks, needsPage, needsTypes, projectsOf } from './bootstrap/tasks.mjs';

const [task, ...taskArguments] = process.argv.slice(2);
if (commandLine.isHelpWanted([task ?? ''])) listTasks();
if (!Object.hasOwn(tasks, task ?? '')) fail(`no task "${task ?? ''}"; name one of ${Object.keys(tasks).join(', ')}`);
// Help, and what is wrong with the arguments, come before anything is installed or built.
commandLine.takeArguments(task, taskArguments);

stopInOrder();
if (!dependenciesAreCurrent()) await step('installing dependencies', installDependencies);
const node = findNode();
await step('building', () => (needsTypes(task) ? build(node) : compile(node, projectsOf(task))));
if (needsPage(task) && !pageIsCurrent()) await step('building the page', () => buildPage(node));
process.exitCode = await runTask(node, tasks[task], taskArguments);

/** Ends the process. */
function listTasks() {
  const lines = Object.keys(tasks).map((name) => `  node tools/dev/bootstrap.mjs ${name} --help\n`);
  process.stdout.write(
    `Brings everything up to date that a task needs, then runs it. The tasks, and what each of them says of itself:\n${lines.join('')}`,
  );
  process.exit(0);
}
