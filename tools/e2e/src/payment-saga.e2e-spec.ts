import type { TemplateDefinition } from '@arbiter/contracts';
import { copyOfStudio } from './copy-of-studio';
import { TestSystem } from './test-system';
import { runTool } from './tool';

const SMALL = 'Record payment PAY-0001 for INV-2006 and thank them';
/** Above the threshold from which a letter waits for a yes. */
const LARGE = 'Record payment PAY-0002 for INV-2013 and thank them';
const [MATCHED, RECORDED, DRAFTED, SENT] = [
  'POST /matches',
  'POST /invoice-payments',
  'POST /drafts',
  'POST /messages',
];
const [UNMATCHED, UNRECORDED, DISCARDED] = [
  'DELETE /matches/{matchId}',
  'DELETE /invoice-payments/{recordId}',
  'DELETE /drafts/{draftId}',
];

type Header = { readonly steps: readonly { readonly stepId: string; readonly status: string }[] };

/** The studio as its bookkeeper uses it. */
class Studio {
  private constructor(readonly arbiter: TestSystem) {}

  static async open(changed: (templates: readonly TemplateDefinition[]) => unknown = (all) => all): Promise<Studio> {
    const copy = copyOfStudio();
    copy.change('templates.yaml', changed);
    return new Studio(await TestSystem.open({ tenants: [copy.folder], environment: { ARBITER_TENANT: 'studio' } }));
  }

  close = () => this.arbiter.close();

  person = (who = 'bookkeeper') => this.arbiter.chat(who);

  /** The vendor has nothing against anything, and nothing was done. */
  async beginAnew(): Promise<void> {
    await this.arbiter.faults([]);
    await fetch(`${this.arbiter.system.vendorUrl}/_sandbox/ledger`, { method: 'DELETE' });
  }

  refuse = (route: string, kind = '422', times = 1) => this.arbiter.faults([{ route, kind, times }]);

  setDay = (today: string) =>
    fetch(`${this.arbiter.system.vendorUrl}/_sandbox/studio/today`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ today }),
    });

  /** What was changed at the vendor, in its order. */
  async effects(): Promise<readonly string[]> {
    const clock = 'PUT /_sandbox/studio/today';
    return (await this.arbiter.ledger()).map(({ route }) => route).filter((route) => route !== clock);
  }

  async read(path: string): Promise<Readonly<Record<string, unknown>>> {
    return (await fetch(`${this.arbiter.system.vendorUrl}${path}`)).json() as Promise<Record<string, unknown>>;
  }

  async standing(payment: string, number: string): Promise<readonly unknown[]> {
    const [{ matchedTo }, { status }] = [
      await this.read(`/payments/${payment}`),
      await this.read(`/invoices/${number}`),
    ];
    return [matchedTo, status];
  }

  async statusesOf(requestId: string, ...stepIds: readonly string[]): Promise<readonly unknown[]> {
    const { steps } = (await this.arbiter.ended(requestId))['header'] as Header;
    return stepIds.map((id) => steps.find(({ stepId }) => stepId === id)?.status);
  }

  replayed = () => runTool(this.arbiter, 'main', '--all', '--verify');
}

describe('a payment is matched, recorded and thanked for (SG-06)', () => {
  let studio: Studio;
  beforeAll(async () => void (studio = await Studio.open()));
  afterAll(() => studio?.close());
  beforeEach(() => studio.beginAnew());

  it('in this order, and the letter goes to whom the directory names', async () => {
    const { status, text } = await studio.person().say(SMALL);
    expect([status, text]).toEqual([
      'ok',
      'I have recorded payment PAY-0001 over 960.00 EUR on invoice INV-2006, and thanked the client.',
    ]);
    expect(await studio.effects()).toEqual([MATCHED, RECORDED, DRAFTED, SENT]);
    expect(await studio.standing('PAY-0001', 'INV-2006')).toEqual(['INV-2006', 'paid']);
    const { email } = await studio.read('/contacts/P-006');
    const letter = (await studio.arbiter.ledger()).find(({ route }) => route === SENT);
    expect(letter?.body).toMatchObject({ to: email, about: 'INV-2006', amount: 960 });
  });

  it('and the letter about a large one waits for a yes (SG-02)', async () => {
    const person = studio.person();
    expect(await person.say(LARGE)).toMatchObject({
      status: 'waiting_for_approval',
      text: expect.stringContaining('Shall I send the letter about INV-2013 over 7,400.00 EUR?'),
    });
    expect(await studio.effects()).toEqual([MATCHED, RECORDED, DRAFTED]);
    await person.say('yes');
    expect(await studio.effects()).toEqual([MATCHED, RECORDED, DRAFTED, SENT]);
  });

  it.each([
    ['the amounts differ', 'PAY-0003 for INV-2007', 'The payment is over 400.00 EUR and the invoice over 450.00 EUR'],
    ['the client is not to be written to', 'PAY-0004 for INV-2005', 'asked never to be written to'],
    ['the invoice is paid', 'PAY-0006 for INV-2009', 'Invoice INV-2009 is paid, so I recorded nothing on it.'],
    ['there is no such payment', 'PAY-0999 for INV-2006', "I can't find a payment PAY-0999."],
  ])('and nothing is done where %s', async (_, what, said) => {
    const { status, text } = await studio.person().say(`Record payment ${what} and thank them`);
    expect([status, text]).toEqual(['error', expect.stringContaining(said)]);
    expect(await studio.effects()).toEqual([]);
  });

  it('by those who keep the books, and by no other', async () => {
    const { text } = await studio.person('anna').say(SMALL);
    expect(text).toContain('Only the owner and the bookkeeper');
    expect(await studio.effects()).toEqual([]);
  });

  it('once, although the vendor does not answer at first (EX-19)', async () => {
    await studio.refuse(RECORDED!, 'reset_after_effect');
    expect((await studio.person().say(SMALL)).status).toBe('ok');
    expect(await studio.effects()).toEqual([MATCHED, RECORDED, DRAFTED, SENT]);
  });

  it('once, although two people ask for it at the same time', async () => {
    const turns = await Promise.all(['bookkeeper', 'owner'].map((who) => studio.person(who).say(SMALL)));
    expect(turns.map(({ status }) => status).toSorted()).toEqual(['error', 'ok']);
    expect(await studio.effects()).toEqual([MATCHED, RECORDED, DRAFTED, SENT]);
  });

  it('and what came in is listed until it is matched', async () => {
    const person = studio.person();
    const line = '• PAY-0001: 960.00 EUR from Client 6 Ltd, received on November 20, 2026, “Invoice INV-2006”';
    expect((await person.say('Which payments came in?')).text).toContain(line);
    await person.say(SMALL);
    expect((await person.say('Which payments came in?')).text).not.toContain('PAY-0001');
  });

  describe('when it cannot be done to its end', () => {
    it('its match is discarded if it is not recorded, and no letter leaves (SG-01)', async () => {
      await studio.refuse(RECORDED!);
      const { requestId, status, text } = await studio.person().say(SMALL);
      expect([status, text]).toEqual([
        'error',
        "I couldn't record the payment on the invoice. Please try again in a few minutes. " +
          'I have undone what had been done: Match the payment to the invoice.',
      ]);
      expect(await studio.effects()).toEqual([MATCHED, UNMATCHED]);
      expect(await studio.standing('PAY-0001', 'INV-2006')).toEqual([null, 'open']);
      expect(await studio.statusesOf(requestId, 'match', 'record', 'send')).toEqual([
        'compensated',
        'failed',
        'skipped',
      ]);
    });

    it('it is done when it is asked for again in the same chat', async () => {
      const person = studio.person();
      await studio.refuse(RECORDED!);
      await person.say(SMALL);
      expect((await person.say(SMALL)).status).toBe('ok');
      expect(await studio.effects()).toEqual([MATCHED, UNMATCHED, MATCHED, RECORDED, DRAFTED, SENT]);
    });

    it.each([
      ['there is no draft', DRAFTED!, []],
      ['the letter is refused', SENT!, [DRAFTED, DISCARDED]],
    ])('it stays recorded if %s', async (_, route, effects) => {
      await studio.refuse(route);
      const { status, text } = await studio.person().say(SMALL);
      expect(status).toBe('error');
      expect(text).toContain('is not undone: Match the payment to the invoice, Record the payment');
      expect(await studio.effects()).toEqual([MATCHED, RECORDED, ...effects]);
      expect(await studio.standing('PAY-0001', 'INV-2006')).toEqual(['INV-2006', 'paid']);
    });

    it.each(['no', 'forget it'])(
      'it stays recorded after "%s" to the letter, whose draft is thrown away',
      async (no) => {
        const person = studio.person();
        const { requestId } = await person.say(LARGE);
        await person.say(no);
        expect(await studio.statusesOf(requestId, 'match', 'record', 'draft')).toEqual([
          'completed',
          'completed',
          'compensated',
        ]);
        expect(await studio.effects()).toEqual([MATCHED, RECORDED, DRAFTED, DISCARDED]);
        expect(await studio.standing('PAY-0002', 'INV-2013')).toEqual(['INV-2013', 'paid']);
      },
    );
  });

  it('and is decided the same when it is replayed (RT-16)', async () => {
    expect(await studio.replayed()).toMatchObject({ code: 0, errors: '' });
  });
});

/** The studio that takes the record of a payment away too when the client is not thanked. */
const undoingRecords = (templates: readonly TemplateDefinition[]) =>
  templates.map((template) => ({
    ...template,
    steps: template.steps.map((step) => (step.onFailure === 'keep' ? { ...step, onFailure: 'undo' } : step)),
  }));

describe('a payment that is to be thanked for or not recorded at all', () => {
  let studio: Studio;
  beforeAll(async () => void (studio = await Studio.open(undoingRecords)));
  afterAll(() => studio?.close());
  beforeEach(() => studio.beginAnew());

  it('is taken back after a no, the last thing first (SG-01)', async () => {
    const person = studio.person();
    const { requestId } = await person.say(LARGE);
    await person.say('no');
    expect(await studio.statusesOf(requestId, 'match', 'record', 'draft', 'send')).toEqual([
      'compensated',
      'compensated',
      'compensated',
      'rejected',
    ]);
    expect(await studio.effects()).toEqual([MATCHED, RECORDED, DRAFTED, DISCARDED, UNRECORDED, UNMATCHED]);
    expect(await studio.standing('PAY-0002', 'INV-2013')).toEqual([null, 'open']);
  });

  it('is left to a person once its month is closed, with the match that it stands on', async () => {
    const person = studio.person();
    const { requestId } = await person.say(LARGE);
    await studio.setDay('2026-12-01');
    const { text } = await person.say('no');
    expect(await studio.statusesOf(requestId, 'match', 'record', 'draft')).toEqual([
      'completed',
      'compensation_failed',
      'compensated',
    ]);
    expect(text).toMatch(/could not undo it.*Record the payment/);
    expect(await studio.effects()).toEqual([MATCHED, RECORDED, DRAFTED, DISCARDED]);
    expect(await studio.standing('PAY-0002', 'INV-2013')).toEqual(['INV-2013', 'paid']);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await studio.replayed()).toMatchObject({ code: 0, errors: '' });
  });
});
