import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './root';

const LEFT_OUT = /(\.d\.m?ts|\.map|\.spec\.js|\.tsbuildinfo)$|\/(node_modules|src)$/;

/**
 * A copy of this build in a folder of its own, to be changed as another release of it would be, and started beside it.
 */
export class OtherBuild {
  private constructor(readonly folder: string) {}

  static copy(): OtherBuild {
    const folder = mkdtempSync(join(tmpdir(), 'arbiter-later-'));
    for (const group of ['libs', 'apps']) {
      cpSync(join(ROOT, group), join(folder, group), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
    }
    for (const file of ['package.json', 'docs/asyncapi.json']) cpSync(join(ROOT, file), join(folder, file));
    linkModules(folder);
    return new OtherBuild(folder);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  append(file: string, code: string): void {
    appendFileSync(join(this.folder, file), `\n${code}`);
  }

  /** Fails when the place is not there: this release has changed, and the other one must be changed after it. */
  change(file: string, replacements: readonly (readonly [string | RegExp, string])[]): void {
    let text = this.read(file);
    for (const [place, replacement] of replacements) {
      const changed = text.replace(place, () => replacement);
      if (changed === text) throw new Error(`${file} has no ${String(place)} that another release could change`);
      text = changed;
    }
    this.write(file, text);
  }

  /** Gives the data of an event one more property. */
  addField(file: string, event: string, property: string): void {
    const name = event.replace('.', '\\.');
    this.change(file, [
      [
        new RegExp(
          `(?<='${name}': \\(0, event_definition_1\\.event\\)\\('\\w+', \\d+, '[^']*', \\(0, vocabulary_1\\.Closed\\)\\(\\{)`,
        ),
        `\n        ${property}`,
      ],
    ]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Libraries are those of this release; packages of ours are those of the folder. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@arbiter'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@arbiter' && name !== '.bin') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(folder, 'libs')))
    symlinkSync(join(folder, 'libs', name), join(modules, '@arbiter', name));
}
