import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { APPS, consumersOf } from '@arbiter/contracts';

const ROOT = resolve(__dirname, '../../..');
const CONFIGURATION = 'oxlint.config.mts';

/** Each of these breaks one arrow of the design; the check must say so. */
const CANARIES = [
  ['domain imports the runtime', 'libs/domain/src/run/canary.ts', "import '@arbiter/runtime';\n"],
  ['the runtime imports domain', 'libs/runtime/src/bus/canary.ts', "import '@arbiter/domain';\n"],
  [
    'a folder of a library is imported past its index',
    'libs/store/src/sealing/canary.ts',
    "import '../event-store/codec';\n",
  ],
  [
    'a folder of a library is imported past its index, from further below',
    'libs/models/src/purposes/canary.ts',
    "import '../privacy/recognised';\n",
  ],
  ['contracts import anything of ours', 'libs/contracts/src/canary.ts', "import '@arbiter/domain';\n"],
  ['the store imports the runtime', 'libs/store/src/database/canary.ts', "import '@arbiter/runtime';\n"],
  ['models import artifacts', 'libs/models/src/canary.ts', "import '@arbiter/artifacts';\n"],
  ['read models import the runtime', 'libs/views/src/canary.ts', "import '@arbiter/runtime';\n"],
  [
    'a library imports what is for tests of another',
    'libs/runtime/src/bus/canary.ts',
    "import '@arbiter/store/testing/laboratory';\n",
  ],
  ['domain does I/O', 'libs/domain/src/session/canary.ts', "import 'node:fs';\n"],
  ['domain does I/O by a bare name', 'libs/domain/src/session/canary.ts', "import 'fs';\n"],
  ['contracts do I/O by a bare name', 'libs/contracts/src/canary.ts', "import 'crypto';\n"],
  ['a file beside the rooms imports the runtime', 'libs/domain/src/canary.ts', "import '@arbiter/runtime';\n"],
  ['a fixture of the domain does I/O', 'libs/domain/src/fixtures/canary.ts', "import 'node:fs';\n"],
  [
    'the compiler of schemas is imported past its index',
    'libs/models/src/local/canary.ts',
    "import '../json-schema/schema-compiler';\n",
  ],
  ['domain knows the framework', 'libs/domain/src/plan/canary.ts', "import '@nestjs/common';\n"],
  ['a room imports a later one', 'libs/domain/src/session/canary.ts', "import '../plan';\n"],
  ['a session imports what a playbook decides', 'libs/domain/src/session/canary.ts', "import '../instance';\n"],
  [
    'a room imports a file of a later one',
    'libs/domain/src/run/decide/canary.ts',
    "import '../../action/state/binding';\n",
  ],
  ['words import a room that decides', 'libs/domain/src/words/canary.ts', "import '../run';\n"],
  ['words import what judges them', 'libs/domain/src/words/canary.ts', "import '../prose';\n"],
  ['an app imports an app', 'apps/router/src/canary.ts', "import '@arbiter/planner';\n"],
  ['ingress imports a rule', 'apps/ingress/src/canary.ts', "import '@arbiter/domain';\n"],
  ['provider-gateway imports a rule', 'apps/provider-gateway/src/canary.ts', "import '@arbiter/domain';\n"],
  ['an adapter imports a rule', 'apps/channel-web/src/canary.ts', "import '@arbiter/domain';\n"],
  ['an adapter imports the whole runtime', 'apps/channel-web/src/canary.ts', "import '@arbiter/runtime';\n"],
  ['an adapter imports another', 'apps/channel-web/src/canary.ts', "import '@arbiter/channel-slack';\n"],
  ['the channel library imports the database', 'libs/channels/src/canary.ts', "import '@arbiter/store';\n"],
  ['the page imports a rule', 'apps/chat-page/src/canary.ts', "import '@arbiter/domain';\n"],
  [
    'the page imports the store',
    'apps/chat-page/src/canary.ts',
    "import type { Keyring } from '@arbiter/store';\nexport type Canary = Keyring;\n",
  ],
  [
    'the page imports more of the contracts than types',
    'apps/chat-page/src/canary.tsx',
    "import { EVENTS } from '@arbiter/contracts';\nexport const canary = EVENTS;\n",
  ],
  ['the runtime starts a server for tests', 'libs/runtime/src/bus/canary.ts', "import '@arbiter/stack';\n"],
  ['a service imports the vendor of the demo', 'apps/planner/src/canary.ts', "import '@arbiter/sandbox-vendor';\n"],
  ['a service imports what is for its tests', 'apps/ingress/src/canary.ts', "import './testing/servers';\n"],
  ['an adapter imports what is for tests', 'apps/channel-web/src/canary.ts', "import '@arbiter/channels/testing';\n"],
  ['a test of the runtime imports the domain', 'libs/runtime/src/bus/canary.spec.ts', "import '@arbiter/domain';\n"],
  ['telemetry imports a rule', 'apps/telemetry/src/canary.ts', "import '@arbiter/domain';\n"],
] as const;

describe('the boundary check (PR-06, PR-08)', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-canary-'));
    copyFileSync(join(ROOT, CONFIGURATION), join(folder, CONFIGURATION));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const lint = (file: string, text: string): string => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    return spawnSync(process.execPath, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '-c', CONFIGURATION, file], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout;
  };

  it.each(CANARIES)('refuses that %s', (_, file, text) => {
    expect(lint(file, text)).toContain('no-restricted-imports');
  });

  it('refuses that what others wrote is parsed by anything but readJson', () => {
    const parsing = 'export const parsed = (text: string): unknown => JSON.parse(text);\n';
    for (const edge of [
      'apps/action-gateway/src/tools/canary.ts',
      'apps/channel-slack/src/canary.ts',
      'apps/ingress/src/http/canary.ts',
      'libs/channels/src/canary.ts',
      'libs/models/src/knowledge/canary.ts',
      'libs/models/src/purposes/canary.ts',
      'tools/lab/eval/src/canary.ts',
    ])
      expect(lint(edge, parsing)).toContain('no-restricted-properties');
    expect(lint('libs/store/src/event-store/fine.ts', parsing)).not.toContain('no-restricted-properties');
  });

  it('refuses that two files import each other, types included', () => {
    const importing = (other: string) =>
      `import type { Part as Other } from './${other}';\nexport interface Part { readonly other: Other }\n`;
    expect(lint('libs/runtime/src/bus/first.ts', importing('second'))).not.toContain('no-cycle');
    expect(lint('libs/runtime/src/bus/second.ts', importing('first'))).toContain('no-cycle');
  });

  it('lets tests, and what is for them, start servers', () => {
    for (const file of ['libs/runtime/src/bus/fine.int-spec.ts', 'apps/ingress/src/testing/fine.ts'])
      expect(lint(file, "import '@arbiter/stack';\nimport './testing/servers';\n")).not.toContain(
        'no-restricted-imports',
      );
    expect(lint('apps/channel-web/src/fine.spec.ts', "import '@arbiter/channels/testing';\n")).not.toContain(
      'no-restricted-imports',
    );
  });

  it('lets the arrows of the design pass', () => {
    expect(lint('apps/router/src/fine.ts', "import '@arbiter/domain';\nimport '@arbiter/runtime';\n")).not.toContain(
      'no-restricted-imports',
    );
    expect(
      lint('apps/channel-web/src/fine.ts', "import '@arbiter/channels';\nimport '@arbiter/runtime/adapter';\n"),
    ).not.toContain('no-restricted-imports');
    expect(
      lint(
        'apps/chat-page/src/fine.ts',
        "import type { RunView } from '@arbiter/contracts';\nexport type Fine = RunView;\n",
      ),
    ).not.toContain('no-restricted-imports');
    expect(
      lint('libs/runtime/src/bus/fine.ts', "import '../shell';\nimport './broker';\nimport '@arbiter/store';\n"),
    ).not.toContain('no-restricted-imports');
    expect(lint('libs/domain/src/plan/fine.ts', "import '../session';\nimport '@arbiter/contracts';\n")).not.toContain(
      'no-restricted-imports',
    );
  });
});

describe('the controllers of a service', () => {
  it.each(APPS)('of %s handle each event that the flow gives it, once', (app) => {
    const folder = join(ROOT, 'apps', app, 'src');
    const patterns = readdirSync(folder)
      .filter((file) => file.endsWith('-events.ts'))
      .flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/@EventPattern\(([^)]*)\)/g)].flatMap(([, named]) =>
          [...named!.matchAll(/'([^']+)'/g)].map(([, event]) => event),
        ),
      );
    expect(patterns.toSorted()).toEqual(
      consumersOf(app)
        .map(({ event }) => event)
        .toSorted(),
    );
  });
});
