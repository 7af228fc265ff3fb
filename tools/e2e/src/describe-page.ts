import type { SystemOptions } from '@arbiter/stack';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ChatPage, chromiumOrReason, launch } from './browser';
import { TestSystem } from './test-system';

const LOOK_UP = 'GET /customers/{customerId}/orders/{orderNumber}';

/** The means of a page's test. */
export interface PageTest {
  readonly arbiter: () => TestSystem;
  /** in a profile of its own, as this customer, connected */
  readonly open: (options?: BrowserContextOptions, customer?: string) => Promise<ChatPage>;
  /** the page at any address, not yet connected */
  readonly openAt: (url: string, options?: BrowserContextOptions) => Promise<ChatPage>;
  /** the next look at an order takes that long, or the next few */
  readonly slowly: (delayMilliseconds: number, times?: number) => Promise<void>;
}

/**
 * Tests in a real browser on a system of their own, whose services run as in other tests; skipped, with the reason,
 * where there is no Chromium.
 */
export function describePage(
  name: string,
  define: (test: PageTest) => void,
  options: () => Partial<SystemOptions> = () => ({}),
): void {
  const found = chromiumOrReason();
  if (typeof found === 'string')
    process.stderr.write(`arbiter: no Chromium, so tests of the page are skipped: ${found}\n`);
  (typeof found === 'string' ? describe.skip : describe)(name, () => {
    let arbiter: TestSystem;
    let browser: Browser;
    beforeAll(async () => {
      [arbiter, browser] = await Promise.all([
        TestSystem.open(options()),
        typeof found === 'string' ? Promise.reject(new Error(found)) : launch(found),
      ]);
    });
    afterAll(async () => {
      await browser?.close();
      await arbiter?.close();
    });
    define({
      arbiter: () => arbiter,
      open: async (options = {}, customer) => {
        const chat = await (await ChatPage.open(browser, arbiter.system.httpUrl, options)).connected();
        if (customer) await chat.page.getByLabel('Customer').selectOption(customer);
        return chat.connected();
      },
      openAt: (url, options) => ChatPage.open(browser, url, options),
      slowly: (delayMilliseconds, times = 1) =>
        arbiter.faults([{ route: LOOK_UP, kind: 'slow', delayMilliseconds, times }]),
    });
  });
}
