import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Category } from '@arbiter/contracts';
import { DECIDED_CATEGORIES, domainRules } from './rules-hash';
import { withoutComments } from './without-comments';

const star = (specifier: string): string => `__exportStar(require("${specifier}"), exports);\n`;
const exporting = (name: string, imports: readonly (readonly [string, string])[] = []): string =>
  `${imports.map(([specifier, used], index) => `const part_${index} = require("${specifier}");\nuse(part_${index}.${used});\n`).join('')}exports.${name} = 1;\n`;

/** A build: the domain, the contracts and the libraries that are installed, as TypeScript compiles them. */
const FILES: Readonly<Record<string, string>> = {
  'libs/domain/package.json': '{}',
  'libs/domain/dist/index.js': ['./language', './words', './session', './instance', './plan', './run', './action']
    .map(star)
    .join(''),
  'libs/domain/dist/language/index.js': star('./dates') + star('./unused'),
  'libs/domain/dist/language/dates.js': exporting('readDates', [
    ['chrono/en', 'parse'],
    ['./letters.mjs', 'letters'],
  ]),
  'libs/domain/dist/language/unused.js': exporting('unused'),
  'libs/domain/dist/language/dates.spec.js': 'test',
  'libs/domain/dist/language/dates.d.ts': 'types',
  'libs/domain/dist/language/dates.js.map': 'map',
  'libs/domain/dist/language/letters.mjs': "import { detect } from 'letters/small';\nexport const letters = detect;\n",
  'libs/domain/dist/session/index.js': star('./session-decider'),
  'libs/domain/dist/session/session-decider.js': exporting('sessionDecider', [
    ['../language', 'readDates'],
    ['@arbiter/contracts', 'shared'],
  ]),
  'libs/domain/dist/instance/index.js': star('./playbook-decider'),
  'libs/domain/dist/instance/playbook-decider.js': exporting('playbookDecider', [['../words', 'copy']]),
  'libs/domain/dist/plan/index.js': star('./plan-decider'),
  'libs/domain/dist/plan/plan-decider.js': exporting('planDecider', [['@arbiter/contracts', 'evaluate']]),
  'libs/domain/dist/action/index.js': star('./action-decider'),
  'libs/domain/dist/action/action-decider.js': exporting('actionDecider', [
    ['schemas', 'check'],
    ['../plan', 'planDecider'],
  ]),
  'libs/domain/dist/words/index.js': star('./copy'),
  'libs/domain/dist/run/index.js': star('./run-decider'),
  'libs/domain/dist/run/run-decider.js': exporting('runDecider', [['../words', 'copy']]),
  'libs/domain/dist/words/copy.js': exporting('copy'),
  'libs/contracts/package.json': '{"name":"@arbiter/contracts","exports":{".":"./dist/index.js"}}',
  'libs/contracts/dist/index.js': ['./events', './cel', './bundle', './views', './shared'].map(star).join(''),
  'libs/contracts/dist/events.js': 'exports.EVENTS = {};\nexports.upcast = 1;\n',
  'libs/contracts/dist/cel.js': exporting('evaluate', [['cel', 'parse']]),
  'libs/contracts/dist/bundle.js': exporting('ArtifactBundle'),
  'libs/contracts/dist/views.js': exporting('views'),
  'libs/contracts/dist/shared.js': exporting('shared'),
  'node_modules/chrono/package.json': '{"version":"1.0.0","dependencies":{"days":"*"}}',
  'node_modules/days/package.json': '{"version":"1.0.0"}',
  'node_modules/letters/package.json': '{"version":"1.0.0"}',
  'node_modules/cel/package.json': '{"version":"1.0.0"}',
  'node_modules/schemas/package.json': '{"version":"1.0.0"}',
};

describe('the name of the rules in force', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  function hashOf(category: Category, changes: Readonly<Record<string, string>> = {}): string {
    const folder = mkdtempSync(join(tmpdir(), 'arbiter-rules-'));
    folders.push(folder);
    const linked = Object.fromEntries(
      Object.entries({ ...FILES, ...changes }).flatMap(([file, text]) =>
        file.startsWith('libs/contracts/')
          ? [
              [file, text],
              [file.replace('libs/', 'node_modules/@arbiter/'), text],
            ]
          : [[file, text]],
      ),
    );
    for (const [file, text] of Object.entries(linked)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return domainRules(category, join(folder, 'libs/domain/dist/index.js'));
  }

  it('is the same for the same files, wherever they lie', () => {
    for (const category of ['session', 'playbook', 'plan', 'run', 'action'] as const)
      expect(hashOf(category)).toBe(hashOf(category));
  });

  const D = 'libs/domain/dist';
  const C = 'libs/contracts/dist';
  it.each<[Category, string, boolean]>([
    ['session', `${D}/session/session-decider.js`, true],
    ['session', `${D}/language/dates.js`, true],
    ['session', `${D}/language/letters.mjs`, true],
    ['session', `${D}/plan/plan-decider.js`, false],
    ['session', `${D}/words/copy.js`, false],
    ['session', `${D}/language/unused.js`, false],
    ['session', `${D}/instance/playbook-decider.js`, false],
    ['playbook', `${D}/instance/playbook-decider.js`, true],
    ['playbook', `${D}/session/session-decider.js`, false],
    ['plan', `${D}/plan/plan-decider.js`, true],
    ['plan', `${D}/language/dates.js`, false],
    ['plan', `${D}/action/action-decider.js`, false],
    ['action', `${D}/action/action-decider.js`, true],
    ['action', `${D}/plan/plan-decider.js`, true],
    ['run', `${D}/words/copy.js`, true],
    ['session', `${C}/events.js`, true],
    ['run', `${C}/events.js`, true],
    ['session', `${C}/bundle.js`, true],
    ['session', `${C}/shared.js`, true],
    ['plan', `${C}/cel.js`, true],
    ['action', `${C}/cel.js`, true],
    ['session', `${C}/cel.js`, false],
    ['session', `${C}/views.js`, false],
    ['run', `${C}/views.js`, false],
    ['session', `${D}/language/dates.spec.js`, false],
    ['session', `${D}/language/dates.d.ts`, false],
    ['session', `${D}/language/dates.js.map`, false],
  ])('of %s, when %s changes, is another one: %s', (category, file, isAnother) => {
    expect(hashOf(category, { [file]: `${FILES[file]}changed;\n` }) !== hashOf(category)).toBe(isAnother);
  });

  it.each<[Category, string, boolean]>([
    ['session', 'chrono', true],
    ['session', 'days', true],
    ['session', 'letters', true],
    ['session', 'cel', false],
    ['plan', 'cel', true],
    ['plan', 'chrono', false],
    ['action', 'schemas', true],
    ['plan', 'schemas', false],
  ])('of %s, when the library %s has another version, is another one: %s', (category, library, isAnother) => {
    const file = `node_modules/${library}/package.json`;
    expect(hashOf(category, { [file]: FILES[file]!.replace('1.0.0', '1.0.1') }) !== hashOf(category)).toBe(isAnother);
  });

  it('is the same whatever comments say', () => {
    const file = `${D}/language/dates.js`;
    expect(
      hashOf('session', { [file]: `/** says why */\n${FILES[file]}// and what\n//# sourceMappingURL=dates.js.map` }),
    ).toBe(hashOf('session'));
  });

  it('takes no text for a comment', () => {
    const code = [
      'const address = "http://a";',
      "const quoted = 'it\\'s // one';",
      'const template = `/* ${a} // */`;',
      'const pattern = /[/*]\\/\\/"/g;',
      'const half = a / 2 / b;',
    ].join('\n');
    expect(withoutComments(`${code} // said`)).toBe(code);
  });

  it('names what decides here', () => {
    const domain = require.resolve('@arbiter/domain');
    for (const category of DECIDED_CATEGORIES) expect(domainRules(category, domain)).toMatch(/^[0-9a-f]{16}$/);
    expect(() => domainRules('link', domain)).toThrow('nothing decides the category link');
  });
});
