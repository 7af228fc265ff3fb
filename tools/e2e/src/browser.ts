import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { CHROMIUM_FLAGS, type Chromium } from '@arbiter/stack';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';

const STACK = resolve(__dirname, '../../dev/stack/dist/index.js');
/** The browser downloads a hundred megabytes, perhaps over a slow line. */
const FETCH_MILLISECONDS = 900_000;
const PATIENCE_MILLISECONDS = 30_000;

/** Found before any test is defined, so that its absence shows as skipped tests with a reason. */
export function chromiumOrReason(): Chromium | string {
  const script = `require(${JSON.stringify(STACK)}).findChromium((text) => process.stderr.write('arbiter: ' + text + '\\n')).then(
    (found) => process.stdout.write(JSON.stringify(found)), (error) => process.stdout.write(JSON.stringify(error.message)))`;
  return JSON.parse(
    execFileSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      timeout: FETCH_MILLISECONDS,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Chromium | string;
}

export const launch = ({ executable, environment }: Chromium): Promise<Browser> =>
  chromium.launch({
    executablePath: executable,
    env: environment as Record<string, string>,
    headless: true,
    args: CHROMIUM_FLAGS.filter((flag) => flag !== '--headless'),
  });

/** The page as a person sees it, with the browser's complaints and requests. */
export class ChatPage implements AsyncDisposable {
  readonly complaints: string[] = [];
  readonly requests: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {
    page.setDefaultTimeout(PATIENCE_MILLISECONDS);
    page.on('console', (message) => void (message.type() === 'error' && this.complaints.push(message.text())));
    page.on('pageerror', (error) => void this.complaints.push(error.message));
    page.on('request', (request) => void this.requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  }

  /** In a profile of its own, connected. */
  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<ChatPage> {
    const context = await browser.newContext({ viewport: { width: 1_000, height: 760 }, locale: 'en-GB', ...options });
    const page = new ChatPage(await context.newPage(), context);
    await page.page.goto(url);
    return page;
  }

  async connected(): Promise<this> {
    await this.page.locator('.connection[data-state="open"]').waitFor();
    return this;
  }

  get field(): Locator {
    return this.page.getByRole('textbox');
  }

  get log(): Locator {
    return this.page.getByRole('log');
  }

  get items(): Locator {
    return this.log.getByRole('article');
  }

  /** The replies, in order. */
  get replies(): Locator {
    return this.log.locator('[data-kind="reply"]');
  }

  get proposal(): Locator {
    return this.log.locator('[data-kind="proposal"]');
  }

  get topics(): Locator {
    return this.page.locator('.topics');
  }

  /** The list of chats. */
  get chats(): Locator {
    return this.page.locator('.chats');
  }

  /** Opens the finished topics, as soon as there are any. */
  async unfold(): Promise<void> {
    await this.topics.locator('.finished[aria-expanded="false"]').click();
  }

  topic(name: string, status: string): Locator {
    return this.topics.getByRole('button').filter({ hasText: name }).filter({ hasText: status });
  }

  turn(text: string): Locator {
    return this.log.locator('[data-kind="turn"]').filter({ hasText: text });
  }

  async say(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
    await this.turn(text).last().waitFor();
  }

  /** A response that a test sends in place of the server may still be on its way. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.close();
  }
}
