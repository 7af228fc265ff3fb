import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactError, type ArtifactProblem } from '../artifact-error';
import { loadTenant } from '../load-tenant';

export const DEPLOY = join(__dirname, '../../../../deploy');
export const SHOP = join(DEPLOY, 'tenants/shop');

/** A copy of the tenants and the playbooks, to be made mistakes in. */
export class CopiedTenants {
  readonly home = mkdtempSync(join(tmpdir(), 'tenants-'));
  /** of the shop */
  readonly folder = join(this.home, 'tenants/shop');

  constructor() {
    for (const part of ['tenants', 'playbooks']) cpSync(join(DEPLOY, part), join(this.home, part), { recursive: true });
  }

  remove(): void {
    rmSync(this.home, { recursive: true });
  }

  /** Of a file of the shop, or of one in the folder of a playbook. */
  pathOf(file: string): string {
    return file.includes('/') ? join(this.home, 'playbooks', file) : join(this.folder, file);
  }

  /** Makes one mistake. */
  edit(file: string, from: string, to: string): void {
    const text = readFileSync(this.pathOf(file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not hold: ${from}`);
    writeFileSync(
      this.pathOf(file),
      text.replace(from, () => to),
    );
  }

  /** The line, from 1, on which a text that occurs first there stands. */
  lineOf(file: string, text: string): number {
    const before = readFileSync(this.pathOf(file), 'utf8').split(text)[0] as string;
    return before.split('\n').length;
  }

  problemsOf(path = this.folder): readonly ArtifactProblem[] {
    try {
      loadTenant(path);
    } catch (error) {
      if (error instanceof ArtifactError) return error.problems;
      throw error;
    }
    return [];
  }
}
