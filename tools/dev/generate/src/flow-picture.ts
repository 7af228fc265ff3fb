import { APPS, EVENT_NAMES, FLOW, subjects, type App } from '@arbiter/contracts';
import { listenersOf, publishersOf } from './asyncapi/subject-matching';

const node = (app: App): string => app.replaceAll('-', '_');

/** How a turn travels, as a mermaid flowchart: an arrow a pair of services, with the events that go along it. */
export function flowPicture(): string {
  return [
    '```mermaid',
    'flowchart LR',
    '  channels([channels and callers])',
    '  world([the world])',
    '  log[(event store)]',
    ...appNodes(),
    '  channels -->|messages, HTTP| ingress',
    ...eventArrows(),
    ...askArrows(),
    ...interfaceArrows(),
    '  action_gateway -->|effects| world',
    '  ingress -->|replies, live stream| channels',
    '  log -.->|every event| telemetry',
    '```',
  ].join('\n');
}

const appNodes = (): readonly string[] => APPS.map((app) => `  ${node(app)}[${app}]`);

function eventArrows(): readonly string[] {
  const along = new Map<string, string[]>();
  for (const name of EVENT_NAMES) {
    const { producer, consumers } = FLOW[name];
    if (!producer) continue;
    for (const { app } of consumers) {
      const arrow = `${node(producer)} -->|LABEL| ${node(app)}`;
      along.set(arrow, [...(along.get(arrow) ?? []), name]);
    }
  }
  return [...along].map(([arrow, names]) => `  ${arrow.replace('LABEL', names.join('<br/>'))}`);
}

const askArrows = (): readonly string[] =>
  [subjects.ask('intent'), subjects.ask('plan'), subjects.ask('reply')].flatMap((subject) =>
    publishersOf(subject).flatMap((asker) =>
      listenersOf(subject).map((gateway) => `  ${node(asker)} -.->|${subject}| ${node(gateway)}`),
    ),
  );

function interfaceArrows(): readonly string[] {
  const subject = subjects.ui('TENANT', 'SESSION', 'RUN');
  return publishersOf(subject).flatMap((from) =>
    listenersOf(subject).map((to) => `  ${node(from)} -->|ui| ${node(to)}`),
  );
}
