import { hash } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { barriers } from './barriers';
import type { ChatPage } from './browser';
import { describePage } from './describe-page';
import { studioByHand } from './studio-by-hand';
import { StudioSandbox } from './studio-sandbox';
import { eventually } from './test-system';

const DAY = '2026-11-23';
const OPERATOR = 'key-of-the-operator';
const READER = 'key-of-the-reader';
const entry = (name: string, key: string, rights = ''): string => `${name}:${hash('sha256', key)}:studio${rights}`;

const studio = () => ({
  tenants: [studioByHand({ contact_hygiene: { cron: '0 9 1 1 *', timeZone: 'Europe/Berlin', missed: 'skip' } })],
  apiKey: OPERATOR,
  environment: {
    ARBITER_TENANT: 'studio',
    ARBITER_API_KEYS: `${entry('operator', OPERATOR, ':approvals')},${entry('reader', READER)}`,
  },
});

describePage(
  'the playbooks on the page',
  ({ arbiter, openAt }) => {
    /** At an address, past the question for the key. */
    const open = async (where: string, key = OPERATOR, options: BrowserContextOptions = {}): Promise<ChatPage> => {
      const playbooks = await openAt(`${arbiter().system.httpUrl}/#/${where}`, options);
      const field = playbooks.page.locator('input[type=password]');
      await field.fill(key);
      await field.press('Enter');
      await playbooks.page.locator('.playbooks').waitFor();
      playbooks.complaints.length = 0;
      return playbooks;
    };
    const picture = async ({ page }: ChatPage, name: string): Promise<void> => {
      const folder = process.env['ARBITER_PICTURES'];
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    };

    it('are listed with what begins them, after a key that is known (CH-16)', async () => {
      await using playbooks = await openAt(`${arbiter().system.httpUrl}/#/playbooks`);
      const field = playbooks.page.locator('input[type=password]');
      await field.fill('wrong');
      await field.press('Enter');
      await playbooks.page.getByText('The key was not accepted.').waitFor();
      await field.fill(READER);
      await field.press('Enter');
      const cards = playbooks.page.locator('.playbook-list > li');
      await cards.first().getByText('No day yet.').waitFor();
      const texts = (await cards.allInnerTexts()).toSorted();
      expect(texts).toEqual([
        expect.stringMatching(/^Contact hygiene[^]* 0 9 1 1 \* \(Europe\/Berlin\)[^]* Next: 01\/01\/\d{4}/),
        expect.stringMatching(/^Invoice follow-up[^]*version 3\.2\.0 · Begins by hand only\./),
      ]);
      await playbooks.page.getByRole('link', { name: 'Chats' }).click();
      await playbooks.connected();
      await playbooks.chats.getByRole('link', { name: 'Playbooks' }).click();
      await cards.first().waitFor();
      await playbooks.page.goBack();
      await playbooks.connected();
    });

    it.each([
      ['a phone', 360, 640],
      ['a zoom of 200 %', 500, 380],
    ])('fit %s', async (_name, width, height) => {
      await using playbooks = await open('playbooks/invoice_followup', OPERATOR, {
        viewport: { width, height },
        locale: 'de-DE',
      });
      await playbooks.page.getByRole('button', { name: 'Beginnen' }).waitFor();
      expect(await playbooks.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const hidden =
        "document.querySelector('.playbooks').scrollWidth - document.querySelector('.playbooks').clientWidth";
      expect(await playbooks.page.evaluate(hidden)).toBe(0);
    });

    it('are begun by hand, and their progress is seen as it goes, until only a yes is missing', async () => {
      await using playbooks = await open('playbooks/invoice_followup');
      await playbooks.page.getByLabel('Day (today').fill(DAY);
      await playbooks.page.getByRole('button', { name: 'Begin', exact: true }).click();
      await playbooks.page.waitForURL(`**/#/playbooks/invoice_followup/${DAY}`);
      const bar = playbooks.page.getByRole('img', { name: /over: .*done/ });
      await playbooks.page.locator('.legend [data-part="waiting"]').waitFor();
      await playbooks.page.locator('.legend [data-part="open"]').waitFor({ state: 'detached' });
      const { branches } = (await new StudioSandbox(arbiter().system).instance(DAY, OPERATOR))!;
      expect(await bar.getAttribute('aria-label')).toBe(
        `${branches['selected']! - branches['waiting']!} of ${branches['selected']} over: ${branches['done']} done, ${branches['waiting']} waiting for a yes, ${branches['held']} held`,
      );
      await playbooks.page.getByRole('status').getByText('under way').waitFor();
      const missing = playbooks.page.getByRole('table').getByRole('row');
      expect(await missing.count()).toBe(1 + branches['held']!);
      expect(await missing.nth(1).innerText()).toMatch(/^INV-\d+\s+held\s+\w+$/);
      expect(playbooks.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
      await picture(playbooks, 'day');
    });

    it('say what to do where the key may not answer (AP-01)', async () => {
      await using playbooks = await open(`playbooks/invoice_followup/${DAY}`, READER);
      await playbooks.page.getByText('Give it the right `approvals` in ARBITER_API_KEYS').waitFor();
      await playbooks.page.locator('.approval').first().waitFor();
      expect(await playbooks.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      await playbooks.page.getByRole('button', { name: 'Use another key' }).click();
      const field = playbooks.page.locator('input[type=password]');
      await field.fill(OPERATOR);
      await field.press('Enter');
      await playbooks.page.getByRole('button', { name: 'Approve' }).first().waitFor();
    });

    it('show exactly what waits for a yes, and take the answer there, by keyboard alone (AP-01, AP-08)', async () => {
      const sandbox = new StudioSandbox(arbiter().system);
      const before = await sandbox.written();
      await using playbooks = await open('playbooks');
      const cards = playbooks.page.getByRole('article');
      await cards.first().waitFor();
      const asked = await cards.count();
      const objects = await cards.evaluateAll((all) =>
        all.map((card) => /INV-\d+/.exec((card as unknown as { textContent: string }).textContent)![0]),
      );
      expect(await cards.first().innerText()).toMatch(
        /reminder about INV-\d+[^]*invoice_followup · 2026-11-23[^]*What would be done: [^]*about[^]*INV-\d+[^]*Because of risk:suspend_unless_below_threshold[^]*Waits until/,
      );
      await picture(playbooks, 'inbox');
      expect(await barriers(playbooks)).toEqual([]);
      await playbooks.page.getByRole('button', { name: 'Use the dark theme' }).click();
      expect(await barriers(playbooks)).toEqual([]);
      await picture(playbooks, 'inbox-dark');
      const { keyboard } = playbooks.page;
      await cards.first().getByRole('button', { name: 'Reject' }).focus();
      await keyboard.press('Enter');
      await keyboard.type('We have called them');
      await keyboard.press('Enter');
      await cards.first().getByText('Rejected').waitFor();
      expect(await playbooks.page.evaluate('document.activeElement.className')).toBe('approval');
      await keyboard.press('Tab');
      await keyboard.press('Tab');
      await keyboard.press('Tab');
      expect(await playbooks.page.evaluate('document.activeElement.textContent')).toBe('Approve');
      await keyboard.press('Enter');
      await cards.nth(1).getByText('Approved').waitFor();
      expect(await cards.count()).toBe(asked);
      for (const index of Array.from({ length: asked - 2 }, (_, place) => place + 2)) {
        await cards.nth(index).getByRole('button', { name: 'Approve' }).click();
        await cards.nth(index).getByText('Approved').waitFor();
      }
      expect(playbooks.complaints).toEqual([]);
      await playbooks.page.getByRole('link', { name: DAY, exact: true }).click();
      await playbooks.page.getByRole('status').getByText('ended').waitFor();
      await playbooks.page.getByRole('row', { name: `${objects[0]} held rejected` }).waitFor();
      expect(await sandbox.written()).toEqual([...before, ...objects.slice(1)].toSorted());
    });

    it('show day by day whether the goal is met (EVL-05)', async () => {
      await using playbooks = await open('playbooks/invoice_followup');
      await playbooks.page.getByText('The last 1 day: the goal held on 0').waitFor();
      await playbooks.page.getByText('Whether the goal is met: fails').waitFor();
      await picture(playbooks, 'playbook');
    });

    it('are fetched again while something may change, and not while the page is hidden', async () => {
      await using playbooks = await open(`playbooks/invoice_followup/${DAY}`);
      await playbooks.page.clock.install();
      await playbooks.page.reload();
      await playbooks.page.getByText('Nothing waits for a yes.').waitFor();
      const asked = (path: string): number => playbooks.requests.filter((request) => request.endsWith(path)).length;
      const [instance, inbox] = [`/runs/${DAY}`, '/api/approvals'];
      const before = [asked(instance), asked(inbox)] as const;
      for (let looks = 1; looks <= 3; looks += 1) {
        await playbooks.page.clock.runFor(15_000);
        await eventually('another look', async () => asked(inbox) >= before[1] + looks);
      }
      expect(asked(instance)).toBe(before[0]);
      const seen = (state: string) =>
        playbooks.page.evaluate(
          `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
           document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
        );
      await seen('hidden');
      const hidden = asked(inbox);
      await playbooks.page.clock.runFor(120_000);
      expect(asked(inbox)).toBe(hidden);
      await seen('visible');
      await eventually('a look when it is seen again', async () => asked(inbox) > hidden);
    });

    it('have no serious barrier, light and dark', async () => {
      await using playbooks = await open(`playbooks/invoice_followup/${DAY}`);
      await playbooks.page.getByRole('table').waitFor();
      expect(await barriers(playbooks)).toEqual([]);
      await playbooks.page.getByRole('button', { name: 'Use the dark theme' }).click();
      expect(await barriers(playbooks)).toEqual([]);
      await picture(playbooks, 'day-dark');
      await playbooks.page.getByRole('link', { name: 'Playbooks' }).click();
      await playbooks.page.locator('.playbook-list .legend').waitFor();
      expect(await barriers(playbooks)).toEqual([]);
      await picture(playbooks, 'overview-dark');
      await playbooks.page.getByRole('link', { name: 'Contact hygiene' }).click();
      await playbooks.page.getByRole('button', { name: 'Begin', exact: true }).waitFor();
      expect(await barriers(playbooks)).toEqual([]);
    });
  },
  studio,
);
