import type { Circus } from '@jest/types';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { forgetLogs, keepLogs, KEPT_FOLDER } from './kept-logs';
import { discard, folderOfLoan } from '@arbiter/stack/loans';

/**
 * The environment of a test file that starts servers or services.
 * 1. A test file has its own temporary folder, which is removed at the end unless a test failed.
 * 2. At every failure the logs below that folder, and those of what was lent to it, are kept: a test may remove them
 *    right after.
 * 3. A system or a Postgres that a file has failed on is not lent to another.
 * 4. A worker that has come to tests of another kind gives its lent system back: flow tests come first.
 */
export default class SystemTestEnvironment extends TestEnvironment {
  private readonly outside = tmpdir();
  private readonly own: string;
  private readonly kept: string;
  private hasFailed = false;
  private readonly borrowsSystem: boolean;

  constructor(configuration: JestEnvironmentConfig, context: EnvironmentContext) {
    super(configuration, context);
    this.borrowsSystem = /\.(e2e|long)-spec\.ts$/.test(context.testPath);
    this.kept = join(KEPT_FOLDER, basename(context.testPath).replace(/\.ts$/, ''));
    forgetLogs(this.kept);
    this.own = mkdtempSync(join(this.outside, 'arbiter-test-'));
    // Postgres refuses to run as root, and as another user it must get to its folder.
    chmodSync(this.own, 0o755);
    this.keepTemporaryFilesIn(this.own);
  }

  override async setup(): Promise<void> {
    await super.setup();
    if (!this.borrowsSystem) await discard('system');
  }

  async handleTestEvent(event: Circus.AsyncEvent | Circus.SyncEvent): Promise<void> {
    const failed =
      event.name === 'hook_failure' ||
      event.name === 'error' ||
      (event.name === 'test_done' && event.test.errors.length > 0);
    if (!failed) return;
    this.hasFailed = true;
    keepLogs(
      [this.own, folderOfLoan('system'), folderOfLoan('database')].filter((folder) => folder !== null),
      this.kept,
    );
  }

  override async teardown(): Promise<void> {
    if (this.hasFailed) await Promise.all([discard('system'), discard('database')]);
    this.keepTemporaryFilesIn(this.outside);
    if (!this.hasFailed) rmSync(this.own, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    await super.teardown();
  }

  /** For the file, which has an environment of its own, and for Node itself. */
  private keepTemporaryFilesIn(folder: string): void {
    process.env['TMPDIR'] = folder;
    (this.global as unknown as { process: NodeJS.Process }).process.env['TMPDIR'] = folder;
  }
}
