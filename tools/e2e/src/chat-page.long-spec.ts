import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { freePort } from '@arbiter/stack';
import type { ChatPage } from './browser';
import { describePage } from './describe-page';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

describePage('the page', ({ open, openAt, slowly, arbiter }) => {
  const violations = async ({ page }: ChatPage) => {
    await page.evaluate(AXE);
    const all = (await page.evaluate('axe.run()')) as { violations: readonly Violation[] };
    return all.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };

  it('answers, header before words, and asks no other service than this one (CH-06)', async () => {
    await using chat = await open();
    await chat.say('Where is my order 1002?');
    await chat.replies.getByText('1002').waitFor();
    expect(await chat.replies.innerText()).toMatch(/Look up the order\s+done[\s\S]*order 1002 is/);
    await chat.turn('1002').getByRole('img', { name: 'done' }).waitFor();
    expect(chat.complaints).toEqual([]);
    expect(
      chat.requests.filter((request) => !/^GET \/(assets\/[\w.-]+|readyz)?$|^(GET|POST) \/api\//.test(request)),
    ).toEqual([]);
    await chat.say('thanks');
    await chat.replies.nth(1).waitFor();
    expect(await chat.log.getByRole('img', { name: 'done' }).count()).toBe(0);
  });

  it('keeps several topics in view, and a press of a button approves what it belongs to, once (CH-07)', async () => {
    await using chat = await open();
    await chat.say('refund order 1004');
    await chat.proposal.getByText('Needs your approval').waitFor();
    await chat.topic('Refund 1004', '126.47 EUR').filter({ hasText: 'needs your yes' }).waitFor();
    await chat.say('Where is my order 1002?');
    await chat.replies.getByText('1002').waitFor();
    await chat.topics.getByText('1 finished').waitFor();
    expect(await chat.topic('Order 1002', '').count()).toBe(0);
    await chat.unfold();
    await chat.topic('Order 1002', 'shipped').waitFor();
    expect(await arbiter().ledger('1004')).toHaveLength(0);
    const approve = chat.proposal.getByRole('button').first();
    await approve.click();
    expect(await approve.isDisabled()).toBe(true);
    await chat.replies.getByText('refunded').waitFor();
    await chat.topic('Refund 1004', '126.47 EUR refunded').waitFor();
    expect(await arbiter().ledger('1004')).toHaveLength(1);
    expect(await chat.replies.getByText("I've refunded").count()).toBe(1);
    await chat.page.reload();
    await chat.proposal.getByText('Answered: Yes, please').waitFor();
    expect(
      await chat.proposal
        .getByRole('button')
        .evaluateAll((buttons) => buttons.every((button) => (button as unknown as { disabled: boolean }).disabled)),
    ).toBe(true);
    expect(chat.complaints).toEqual([]);
  });

  it('rejects by the other button', async () => {
    await using chat = await open({}, 'C-0004');
    await chat.say('refund order 1526');
    await chat.proposal.getByRole('button').last().click();
    await chat.replies.first().waitFor();
    expect(await chat.proposal.getByText('Answered: No, thanks').count()).toBe(1);
    expect(await arbiter().ledger('1526')).toHaveLength(0);
  });

  it('answers a nudge while work goes on, and shows that it does', async () => {
    // Two attempts without an answer: long enough on a busy machine.
    await slowly(9_000, 2);
    await using chat = await open();
    await chat.say('Where is my order 1001?');
    await chat.turn('1001').getByRole('img', { name: 'being worked on' }).waitFor();
    await chat.log.locator('[data-kind="pre"]').waitFor();
    await chat.say('any luck?');
    await chat.replies.first().waitFor();
    expect(await chat.replies.first().innerText()).not.toContain('1001 is');
    await chat.replies.getByText('1001 is').waitFor();
  });

  it('stops what goes on', async () => {
    await slowly(9_000, 2);
    await using chat = await open();
    await chat.say('Where is my order 1001?');
    await chat.log.locator('[data-kind="pre"]').waitFor();
    await chat.page.getByRole('button', { name: 'Stop' }).click();
    await chat.replies.locator('.verdict').getByText('Stopped').waitFor();
    expect(await chat.page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });

  it('loses and doubles nothing when it is loaded again in the middle of a reply', async () => {
    await slowly(3_000);
    await using chat = await open();
    await chat.say('Where is my order 1001?');
    await chat.log.locator('[data-kind="pre"]').waitFor();
    await chat.page.reload();
    await chat.turn('1001').waitFor();
    await chat.replies.getByText('1001 is').waitFor();
    expect([
      await chat.turn('1001').count(),
      await chat.replies.count(),
      await chat.log.locator('[data-kind="pre"]').count(),
    ]).toEqual([1, 1, 1]);
  });

  it('comes back after the server was restarted, with what happened meanwhile and what was written meanwhile, once', async () => {
    await slowly(1_500);
    await using chat = await open();
    await chat.say('Where is my order 1001?');
    await chat.log.locator('[data-kind="pre"]').waitFor();
    await arbiter().system.stopApp('ingress');
    await chat.page.getByText('reconnecting…').waitFor();
    await chat.say('Where is my order 1002?');
    await chat.turn('1002').getByText('not sent yet').waitFor();
    await chat.page.reload().catch(() => undefined);
    await arbiter().system.startApp('ingress');
    // The browser comes back to a page that it failed to load by itself, which may interrupt this.
    await chat.page.goto(arbiter().system.httpUrl).catch(() => undefined);
    await chat.connected();
    await chat.replies.getByText('1001 is').waitFor();
    await chat.replies.getByText('1002 is').waitFor();
    expect([await chat.turn('1002').count(), await chat.turn('1001').count(), await chat.replies.count()]).toEqual([
      1, 1, 2,
    ]);
  });

  it('connects again by itself and sends what waits', async () => {
    await using chat = await open();
    await arbiter().system.stopApp('ingress');
    await chat.page.getByText('reconnecting…').waitFor();
    await chat.say('Where is my order 1002?');
    await chat.turn('1002').getByText('not sent yet').waitFor();
    await arbiter().system.startApp('ingress');
    await chat.replies.getByText('1002 is').waitFor();
    await chat.connected();
    expect(await chat.turn('1002').count()).toBe(1);
    expect(await chat.turn('1002').getByText('not sent').count()).toBe(0);
  });

  it('is dark where the system is, and as the person wants it', async () => {
    await using chat = await open({ colorScheme: 'dark' });
    const scheme = () => chat.page.locator('html').getAttribute('data-mantine-color-scheme');
    expect(await scheme()).toBe('dark');
    await chat.page.getByRole('button', { name: 'Use the light theme' }).click();
    expect(await scheme()).toBe('light');
    await chat.page.reload();
    await chat.connected();
    expect(await scheme()).toBe('light');
    expect(chat.complaints).toEqual([]);
  });

  it('shows no motion to a person who asked for that', async () => {
    await using chat = await open({ reducedMotion: 'reduce' });
    await slowly(1_000);
    await chat.say('Where is my order 1001?');
    await chat.log.locator('.typing-dots').waitFor();
    expect(await chat.page.evaluate("getComputedStyle(document.querySelector('.typing-dots i')).animationName")).toBe(
      'none',
    );
    await chat.replies.first().waitFor();
  });

  it.each([
    ['a phone', 360, 640],
    ['a zoom of 200 %', 500, 380],
  ])('fits %s', async (_name, width, height) => {
    const fits = async ({ page }: ChatPage) => {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(
        await page.evaluate(
          "['.log-box', '.composer', '.top-bar'].filter((part) => document.querySelector(part).scrollWidth > document.querySelector(part).clientWidth)",
        ),
      ).toEqual([]);
    };
    await using german = await open({ viewport: { width, height }, locale: 'de-DE' });
    await fits(german);
    await using chat = await open({ viewport: { width, height } }, 'C-0003');
    await chat.say(`thanks ${'averylongword'.repeat(20)}`);
    await chat.say('refund order 1425');
    await chat.proposal.getByRole('button').first().waitFor();
    await fits(chat);
    const box = await chat.field.boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(height);
  });

  it('is used by keyboard alone', async () => {
    await using chat = await open({}, 'C-0003');
    const { keyboard } = chat.page;
    const focused = () =>
      chat.page.evaluate("document.activeElement.textContent || document.activeElement.getAttribute('aria-label')");
    const back = async (label: string) => {
      for (let presses = 0; presses < 20 && (await focused()) !== label; presses += 1)
        await keyboard.press('Shift+Tab');
      expect(await focused()).toBe(label);
    };
    await back('Skip to the message field');
    await keyboard.press('Enter');
    await keyboard.type('first line');
    await keyboard.press('Shift+Enter');
    await keyboard.type('second');
    expect(await chat.field.inputValue()).toBe('first line\nsecond');
    await keyboard.press('Escape');
    expect(await chat.field.inputValue()).toBe('');
    await keyboard.type('refund order 1425');
    await keyboard.press('Enter');
    const reject = chat.proposal.getByRole('button').last();
    await back((await reject.textContent())!);
    await keyboard.press('Enter');
    await chat.replies.first().waitFor();
    expect(await reject.isDisabled()).toBe(true);
    expect(await focused()).toBe('Message');
  });

  it('has no serious barrier, empty, full and dark', async () => {
    await using chat = await open({}, 'C-0003');
    expect(await violations(chat)).toEqual([]);
    await chat.say('Where is my order 1425?');
    await chat.replies.first().waitFor();
    await chat.unfold();
    await chat.topic('Order 1425', '').waitFor();
    await chat.say('refund order 1425');
    await chat.proposal.getByRole('button').first().waitFor();
    expect(await violations(chat)).toEqual([]);
    await chat.page.getByRole('button', { name: 'Use the dark theme' }).click();
    expect(await violations(chat)).toEqual([]);
  });

  it('speaks the language of the browser', async () => {
    await using chat = await open({ locale: 'de-DE' });
    await chat.page.getByText('Was kann ich für Sie tun?').waitFor();
    expect(await chat.page.locator('html').getAttribute('lang')).toBe('de-DE');
    await chat.page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
  });

  it('asks for a key where the service does', async () => {
    const port = await freePort();
    const service = await arbiter().system.startApp('ingress', 1, {
      ARBITER_HTTP_PORT: String(port),
      ARBITER_API_KEYS: `page:${createHash('sha256').update('right').digest('hex')}`,
    });
    await using chat = await openAt(`http://127.0.0.1:${port}`);
    const key = chat.page.getByLabel('API key', { exact: true });
    await key.fill('wrong');
    await key.press('Enter');
    await chat.page.getByText('The key was not accepted.').waitFor();
    await key.fill('right');
    await key.press('Enter');
    await chat.connected();
    await service.process.stop();
  });
});
