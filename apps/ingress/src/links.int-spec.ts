import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { linkStreamOf, streamOf, subjects, type EventData, type RecordedOf, type EventName } from '@arbiter/contracts';
import { activateArtifacts, bundleHash, loadTenant } from '@arbiter/artifacts';
import { LinkCodes } from './links/link-codes';
import { Laboratory, eventually, type RunningIngress } from './testing/laboratory';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const KEYS = `site:${sha256('site')}:shop:links,theirs:${sha256('theirs')}:other:links,caller:${sha256('caller')}:shop`;
const ENVIRONMENT = { ARBITER_API_KEYS: KEYS };
const PROBLEM = {
  unknown_code: 404,
  unknown_link: 404,
  code_used: 409,
  account_linked: 409,
  code_expired: 410,
  code_superseded: 410,
  forbidden: 403,
} as const;

describe('an account of a channel (CH-17)', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;
  let replica: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start(ENVIRONMENT);
  });
  afterAll(() => laboratory.close());

  const someone = () => ({ tenant: 'shop', channel: 'telegram', userId: randomUUID() });
  type Account = ReturnType<typeof someone>;
  const turnsOf = async (sessionId: string) =>
    (await running.ingress.core.store.read([{ stream: streamOf('turn', 'shop', sessionId), after: 0 }])).values().next()
      .value as RecordedOf<EventName>[];

  /** Sends a message on the account and returns its recorded fact. */
  async function say(
    account: Account,
    more: { text?: string; messageId?: string } = {},
  ): Promise<EventData<'turn.received'>> {
    const { text = 'Where is my order 1002?', messageId = randomUUID() } = more;
    await running.ingress.core.broker.stream.publish(
      subjects.inbound(account.tenant, account.channel),
      JSON.stringify({ sessionId: account.userId, userId: account.userId, text, messageId }),
    );
    return eventually(async () => {
      const data = (await turnsOf(account.userId))
        .map((fact) => fact.data as EventData<'turn.received'>)
        .find((turn) => turn.messageId === messageId);
      if (!data) throw new Error('nothing was recorded');
      return data;
    });
  }
  /** A code for the account, once every replica knows that it is not linked. */
  const codeFor = (account: Account): Promise<string> => eventually(async () => (await say(account)).linkOffer!.code);

  async function call(
    method: string,
    path: string,
    { body, key = 'site', on = running }: { body?: object; key?: string; on?: RunningIngress } = {},
  ) {
    const response = await fetch(`${on.url}/api/links${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
  }
  const confirm = (code: string, customerId = 'C-0001', more: { key?: string; on?: RunningIngress } = {}) =>
    call('POST', '', { body: { code, customerId }, ...more });
  const pathOf = ({ channel, userId }: Account) => `/${channel}/${userId}`;
  const problem = (code: keyof typeof PROBLEM) => ({
    status: PROBLEM[code],
    body: expect.objectContaining({ type: `urn:arbiter:problem:${code}`, detail: expect.stringMatching(/.{20}/) }),
  });
  const linksOf = async (account: Account) =>
    (await running.ingress.core.store.read([{ stream: linkStreamOf(account), after: 0 }])).get(linkStreamOf(account))!;

  it('keeps the order of its messages, however long they are looked up', async () => {
    const account = someone();
    const ids = Array.from({ length: 30 }, (_, index) => `m-${index}`);
    for (const messageId of ids) {
      await running.ingress.core.broker.stream.publish(
        subjects.inbound('shop', 'telegram'),
        JSON.stringify({ sessionId: account.userId, userId: account.userId, text: 'hello', messageId }),
      );
    }
    await eventually(async () =>
      expect((await turnsOf(account.userId)).map(({ data }) => (data as { messageId: string }).messageId)).toEqual(ids),
    );
  });

  describe('served by two replicas', () => {
    beforeAll(async () => {
      replica = await laboratory.start(ENVIRONMENT);
    });

    it('is not linked at first: its message is recorded under the account itself, with a sealed offer', async () => {
      const account = someone();
      const said = await say(account);
      expect(said).toMatchObject({
        customerId: `account:telegram:${account.userId}`,
        linkOffer: { code: expect.any(String), link: said.linkOffer!.code },
      });
      const { rows } = await running.ingress.core.database.pool.query<{ envelope: string }>(
        'select envelope from event where stream_id = $1',
        [streamOf('turn', 'shop', account.userId)],
      );
      expect(rows.map(({ envelope }) => envelope.includes(said.linkOffer!.code))).toEqual([false]);
    });

    it("is the customer's that the back end names, from the next message on, on every replica", async () => {
      const account = someone();
      const code = await codeFor(account);
      expect(await call('GET', `?code=${code}`)).toMatchObject({
        status: 200,
        body: { channel: 'telegram', userId: account.userId },
      });
      expect(await confirm(code)).toMatchObject({
        status: 201,
        body: { channel: 'telegram', userId: account.userId, customerId: 'C-0001', expiresAt: null },
      });
      const said = await say(account);
      expect(said).toMatchObject({ customerId: 'C-0001' });
      expect(said).not.toHaveProperty('linkOffer');
      expect(await call('GET', pathOf(account), { on: replica })).toMatchObject({
        status: 200,
        body: { customerId: 'C-0001' },
      });
    });

    it('is offered a link once for a message that comes twice', async () => {
      const account = someone();
      const messageId = randomUUID();
      const first = await say(account, { messageId });
      await say(account, { messageId });
      await say(account, { text: 'and another' });
      const turns = (await turnsOf(account.userId)).map(({ data }) => data as EventData<'turn.received'>);
      expect(turns.map((turn) => turn.messageId === messageId)).toEqual([true, false]);
      expect(turns[0]!.linkOffer).toEqual(first.linkOffer);
    });

    it('is bound by a code once, also when another caller asks again', async () => {
      const account = someone();
      const [code, another] = [await codeFor(account), await codeFor(account)];
      expect((await confirm(code)).status).toBe(201);
      expect(await confirm(code)).toEqual(problem('code_used'));
      expect(await confirm(code, 'C-0002', { on: replica })).toEqual(problem('code_used'));
      expect(await call('GET', `?code=${code}`)).toEqual(problem('code_used'));
      if (another !== code) expect(await confirm(another, 'C-0002')).toEqual(problem('account_linked'));
      expect(await linksOf(account)).toHaveLength(1);
    });

    it('is bound once when two replicas are asked at the same time', async () => {
      const account = someone();
      const code = await codeFor(account);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          confirm(code, `C-000${index + 1}`, { on: index % 2 ? replica : running }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
      const winner = answers.find(({ status }) => status === 201)!.body['customerId'];
      expect((await linksOf(account)).map(({ data }) => (data as { customerId: string }).customerId)).toEqual([winner]);
    });

    it('is not bound by a code that is forged, foreign or too old', async () => {
      const account = someone();
      const code = await codeFor(account);
      const masterKeys = running.ingress.core.configuration.masterKeys;
      const stranger = new LinkCodes([Buffer.alloc(32, 9)]).make(account, 0, new Date(Date.now() + 60_000));
      for (const forged of ['nonsense', stranger, code.replace(/.$/, ''), code.replace('telegram', 'slack')])
        expect(await confirm(forged)).toEqual(problem('unknown_code'));
      expect(await confirm(code, 'C-0001', { key: 'theirs' })).toEqual(problem('unknown_code'));
      expect(await confirm(new LinkCodes(masterKeys).make(account, 0, new Date(Date.now() - 1_000)))).toEqual(
        problem('code_expired'),
      );
      expect(await linksOf(account)).toEqual([]);
    });

    it('is not linked any more once its link is revoked, and earlier codes no longer count', async () => {
      const account = someone();
      const code = await codeFor(account);
      const spare = new LinkCodes(running.ingress.core.configuration.masterKeys).make(
        account,
        0,
        new Date(Date.now() + 120_000),
      );
      expect((await confirm(code)).status).toBe(201);
      expect((await say(account)).customerId).toBe('C-0001');
      expect(await call('DELETE', pathOf(account), { key: 'theirs' })).toEqual(problem('unknown_link'));
      expect((await call('DELETE', pathOf(account), { on: running })).status).toBe(204);
      expect(await call('DELETE', pathOf(account))).toEqual(problem('unknown_link'));
      await eventually(async () => expect((await say(account)).customerId).toBe(`account:telegram:${account.userId}`));
      expect(await call('GET', pathOf(account))).toEqual(problem('unknown_link'));
      expect(await confirm(code)).toEqual(problem('code_used'));
      expect(await confirm(spare)).toEqual(problem('code_superseded'));
      expect((await confirm(await codeFor(account), 'C-0002')).status).toBe(201);
    });

    it('is not linked any more once its customer was erased', async () => {
      const account = someone();
      expect((await confirm(await codeFor(account), 'C-gone')).status).toBe(201);
      for (const { ingress } of [running, replica])
        await ingress.core.keyring.erase({ tenant: 'shop', customerId: 'C-gone' });
      await eventually(async () => expect((await say(account)).linkOffer).toBeDefined());
    });

    it('is linked by no API key without the right to', async () => {
      const account = someone();
      const code = await codeFor(account);
      const key = 'caller';
      for (const refused of [
        confirm(code, 'C-0001', { key }),
        call('GET', `?code=${code}`, { key }),
        call('GET', pathOf(account), { key }),
        call('DELETE', pathOf(account), { key }),
      ]) {
        expect(await refused).toEqual(problem('forbidden'));
      }
      expect(await confirm(code, '', {})).toMatchObject({ status: 400, body: { field: 'customerId' } });
      expect((await confirm(code, 'C-0001')).status).toBe(201);
    });

    it('of a channel that vouches for its customers needs no link', async () => {
      const account = { ...someone(), channel: 'webhook' };
      expect(await say(account)).toMatchObject({ customerId: account.userId });
    });
  });

  it('needs a link where its tenant says so, for as long and through the page that the tenant names', async () => {
    const shop = loadTenant(join(__dirname, '../../../deploy/tenants/shop'));
    const links = { channels: ['webhook'], pageVariable: 'ARBITER_TEST_PAGE', codeMinutes: 5, linkDays: 30 };
    const bundle = { ...shop, tenant: 'other', conversation: { ...shop.conversation, links } };
    await activateArtifacts(laboratory.stack.postgres.url, bundle, bundleHash(bundle), new Date().toISOString());
    const { ingress } = await laboratory.start({ ARBITER_TEST_PAGE: 'https://shop.example/link?from=chat' });
    const turnOf = async (channel: string) =>
      (await ingress.who.turnOf('other', channel, { sessionId: 's', userId: 'U1', messageId: 'm', text: 'hello' }))
        .data as EventData<'turn.received'>;
    expect(await turnOf('telegram')).toMatchObject({ customerId: 'U1' });
    const { customerId, linkOffer } = await turnOf('webhook');
    expect([customerId, linkOffer!.link]).toEqual([
      'account:webhook:U1',
      `https://shop.example/link?from=chat&code=${linkOffer!.code}`,
    ]);
    const shown = await call('GET', `?code=${linkOffer!.code}`, { key: 'theirs' });
    expect(Date.parse(String(shown.body['expiresAt'])) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    const { confirmedAt, expiresAt } = (await confirm(linkOffer!.code, 'C-1', { key: 'theirs' })).body;
    expect(Date.parse(String(expiresAt)) - Date.parse(String(confirmedAt))).toBe(30 * 86_400_000);
    expect(await turnOf('webhook')).toMatchObject({ customerId: 'C-1' });
  });
});
