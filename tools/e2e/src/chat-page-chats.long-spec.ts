import { describePage } from './describe-page';

/** An order of C-0005 that is refunded after a yes only. */
const LARGE_ORDER = '1598';

/** Single services are stopped here. */
const SINGLE_SERVICES = () => ({ processes: 'each' }) as const;

describePage(
  'the page, over several chats and in trouble',
  ({ open, slowly, arbiter }) => {
    it('says that one can wait or stop what takes long', async () => {
      await slowly(9_000, 2);
      await using chat = await open();
      await chat.say('Where is my order 1001?');
      await chat.log.getByText('You can wait or stop it.').waitFor();
      await chat.replies.getByText('1001 is').waitFor();
      expect(await chat.log.getByText('You can wait or stop it.').count()).toBe(0);
    });

    it('takes what is not there as an answer, and shows no code', async () => {
      await using chat = await open({}, 'C-0004');
      await chat.say('Where is my order 9999?');
      await chat.replies.getByText("can't find an order 9999").waitFor();
      await chat.replies.getByText('nothing found').waitFor();
      expect(await chat.replies.locator('.verdict').count()).toBe(0);
      expect(await chat.page.locator('body').innerText()).not.toMatch(/not_found|code/i);
    });

    it('copies a reply', async () => {
      await using chat = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
      await chat.say('Where is my order 1002?');
      await chat.replies.getByRole('button', { name: 'Copy' }).click();
      await chat.replies.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await chat.page.evaluate('navigator.clipboard.readText()')).toMatch(/^Your order 1002 is/);
    });

    it('lists the chats with what waits for a yes in them, and keeps what one was writing in each', async () => {
      await using chat = await open({}, 'C-0005');
      await chat.say(`refund order ${LARGE_ORDER}`);
      await chat.proposal.getByRole('button').first().waitFor();
      const first = chat.page.url();
      expect(first).toMatch(/#\/chats\/console-/);
      await chat.field.fill('half a thought');
      await chat.page.getByRole('button', { name: 'New chat' }).click();
      await chat.connected();
      expect([await chat.items.count(), await chat.field.inputValue()]).toEqual([0, '']);
      await chat.chats.getByText(new RegExp(`Refund ${LARGE_ORDER} · .* EUR · needs your yes`)).waitFor();
      await chat.page.getByRole('button', { name: 'Chats, 1 needs your yes in other chats' }).waitFor();
      await chat.chats.getByRole('link', { name: 'needs your yes' }).click();
      await chat.proposal.getByRole('button').first().waitFor();
      expect([chat.page.url(), await chat.field.inputValue()]).toEqual([first, 'half a thought']);
      await chat.page.goBack();
      await chat.connected();
      expect(await chat.items.count()).toBe(0);
      await chat.page.goto(first);
      await chat.proposal.getByRole('button').last().click();
      await chat.replies.first().waitFor();
      expect(chat.complaints).toEqual([]);
    });

    it('says so when answers come late, and when there is no connection, until it is over', async () => {
      await using chat = await open();
      await arbiter().system.stopApp('router');
      await chat.say('Where is my order 1002?');
      await chat.page.getByText('Answers come late at the moment').waitFor();
      await arbiter().system.startApp('router');
      await chat.replies.getByText('1002 is').waitFor();
      await chat.page.locator('[data-trouble]').waitFor({ state: 'detached' });
      await arbiter().system.stopApp('ingress');
      await chat.page.getByText('There is no connection to Arbiter').waitFor();
      await arbiter().system.startApp('ingress');
      await chat.connected();
      await chat.page.locator('[data-trouble]').waitFor({ state: 'detached' });
    });

    it('says within seconds what is away, that it is slow, and nothing once it is well again', async () => {
      await using chat = await open();
      const probe = '**/readyz';
      const banner = chat.page.locator('[data-trouble]');
      await chat.page.route(probe, (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: JSON.stringify({
            ready: false,
            problems: [
              { part: 'postgres', detail: 'no connection' },
              { part: 'nats', detail: 'no connection' },
            ],
          }),
        }),
      );
      await chat.page.getByText('this is away: the database (Postgres), the message broker (NATS)').waitFor();
      await chat.page.unrouteAll({ behavior: 'ignoreErrors' });
      await banner.waitFor({ state: 'detached' });
      await chat.page.route(probe, async (route) => {
        await new Promise((resolve) => {
          setTimeout(resolve, 1_000);
        });
        await route.continue();
      });
      await chat.page.getByText('Arbiter is slower than usual').waitFor();
      await chat.page.unrouteAll({ behavior: 'ignoreErrors' });
      await banner.waitFor({ state: 'detached' });
    });

    it('says that there is no connection while the service is frozen behind one', async () => {
      await using chat = await open();
      const ingress = arbiter().system.services.find(({ apps }) => apps.includes('ingress'))!;
      await ingress.process.kill('SIGSTOP');
      try {
        await chat.page.getByText('There is no connection to Arbiter').waitFor();
      } finally {
        await ingress.process.kill('SIGCONT');
      }
      await chat.page.locator('[data-trouble]').waitFor({ state: 'detached' });
    });

    it('gives each customer a conversation of their own', async () => {
      await using chat = await open();
      await chat.say('Where is my order 1002?');
      await chat.replies.first().waitFor();
      await chat.page.getByLabel('Customer').selectOption('C-0002');
      await chat.connected();
      expect(await chat.items.count()).toBe(0);
      await chat.page.getByLabel('Customer').selectOption('C-0001');
      await chat.replies.getByText('1002').waitFor();
    });
  },
  SINGLE_SERVICES,
);
