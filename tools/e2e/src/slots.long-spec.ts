import type { SystemOptions } from '@arbiter/stack';
import { RecordingModel, type Given } from './recording-model';
import { planned, slotStudio } from './slot-studio';
import { TestSystem, eventually, type LedgerEntry } from './test-system';
import { runTool } from './tool';

const DAY = '2026-11-23';
const DRAFTING = 'POST /drafts';

/** A studio with a model beside it. */
class SlotSystem {
  private constructor(
    readonly arbiter: TestSystem,
    readonly model: RecordingModel,
  ) {}

  static async open(options: Pick<SystemOptions, 'processes'>, patience?: number): Promise<SlotSystem> {
    const model = await RecordingModel.open();
    const environment = { ARBITER_TENANT: 'studio', ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'words' };
    return new SlotSystem(await TestSystem.open({ ...options, tenants: [slotStudio(patience)], environment }), model);
  }

  async close(): Promise<void> {
    await this.arbiter.close();
    await this.model.close();
  }

  /** Begins the instance of the playbook, does what there is to do meanwhile, and waits for its end. */
  async carriedOut(playbook: string, meanwhile = async (): Promise<void> => undefined): Promise<unknown> {
    const path = `${this.arbiter.system.httpUrl}/api/playbooks/${playbook}/runs`;
    const submitted = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ day: DAY }),
    });
    expect(submitted.status).toBe(202);
    await meanwhile();
    return eventually('the instance to end', async () => {
      const run = (await (await fetch(`${path}/${DAY}`).catch(() => null))?.json()) as { status: string } | undefined;
      return run && ['ok', 'error', 'cancelled'].includes(run.status) ? run : null;
    });
  }

  async drafts(): Promise<Readonly<Record<string, Draft>>> {
    const entries = await this.drafted();
    return Object.fromEntries(entries.map(({ body }) => [String(body['about']), body as unknown as Draft]));
  }

  async drafted(): Promise<readonly LedgerEntry[]> {
    return (await this.arbiter.ledger()).filter(({ route }) => route === DRAFTING);
  }

  async replayed(): Promise<{ readonly code: number | null; readonly summary: Readonly<Record<string, number>> }> {
    const { code, output } = await runTool(this.arbiter, 'main', '--all', '--verify');
    return { code, summary: JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number> };
  }
}

interface Draft {
  readonly subject: string;
  readonly body: string;
}

const MODEL_WORDS = (number: string): string =>
  `Thank you! We have not seen the payment yet. Invoice ${number} was due.`;
const OWN_WORDS = /^Invoice INV-\d+ over .* was due on .*, and we have not seen the payment yet\.$/;
const numberIn = ({ data }: Given): string => (data['facts'] as { number: string }).number;

describe('the values that a model fills in for an object', () => {
  let slots: SlotSystem;
  beforeAll(async () => {
    slots = await SlotSystem.open({ processes: 'one' });
  });
  afterAll(() => slots?.close());

  const calls = async (purpose: string) =>
    (
      await slots.arbiter.pool.query<{ step_id: string; tier: string; class: string }>(
        `select step_id, tier, class from model_call where purpose = $1 and outcome = 'answered'`,
        [purpose],
      )
    ).rows;
  it('its words are checked, and the tenant’s sentence stands in for what is not founded (PL-16, PR-05)', async () => {
    slots.model.propose = planned;
    slots.model.say = (given) =>
      numberIn(given) === 'INV-2002'
        ? 'Pay 5000 EUR to https://evil.example, or we will sue you.'
        : MODEL_WORDS(numberIn(given));
    expect(await slots.carriedOut('worded')).toMatchObject({ status: 'ok', branches: { done: 3, failed: 0, held: 0 } });
    expect(await slots.drafts()).toMatchObject({
      'INV-2001': { body: MODEL_WORDS('INV-2001') },
      'INV-2002': { body: expect.stringMatching(OWN_WORDS) },
      'INV-2003': { body: MODEL_WORDS('INV-2003') },
    });
  });

  it('its words are counted apart from plans, by the tier of their own class (PV-03, PV-05)', async () => {
    const prose = await eventually('the calls to stand', async () => {
      const found = await calls('prose');
      return found.length >= 3 ? found : null;
    });
    expect(new Set(prose.map(({ step_id, tier, class: named }) => `${step_id} ${tier} ${named}`))).toEqual(
      new Set(['write_note A drafting']),
    );
    expect(await calls('plan')).toHaveLength(1);
  });

  it('a value that it finds in a text is used if it stands there in its form; else the object is held (PL-16)', async () => {
    slots.model.propose = (given) => {
      if (!('text' in given.data)) return planned(given);
      return { value: String(given.data['text']).includes('December') ? 'December' : 'January' };
    };
    const before = (await calls('plan')).length;
    expect(await slots.carriedOut('promised')).toMatchObject({
      status: 'ok',
      branches: { done: 1, failed: 0, held: 2 },
    });
    expect(await slots.drafts()).toMatchObject({ 'INV-2004': { subject: 'December' } });
    expect(Object.keys(await slots.drafts())).not.toContain('INV-2012');
    const codes = await slots.arbiter.pool.query<{ code: string }>(
      `select distinct envelope::json #>> '{data,code}' as code from event where type like 'arbiter.branch.completed.%' and envelope like '%"status":"held"%'`,
    );
    expect(codes.rows).toEqual([{ code: 'nothing_extracted' }]);
    await eventually('its calls to stand', async () => (await calls('slot_inference')).length > 0);
    expect((await calls('plan')).length).toBe(before + 1);
  });

  it('is decided again from the log, byte for byte, and no model is asked', async () => {
    const asked = slots.model.given.length;
    const { code, summary } = await slots.replayed();
    expect(summary).toMatchObject({ equal: summary['decisions'], changed: 0, differing: 0, erased: 0 });
    expect([code, slots.model.given.length]).toEqual([0, asked]);
  });
});

describe('services that are killed while a model is asked (EX-25)', () => {
  let slots: SlotSystem;
  beforeAll(async () => {
    slots = await SlotSystem.open({ processes: 'each' }, 5_000);
  });
  afterAll(() => slots?.close());

  const asked = (slot: string) => slots.arbiter.count('slot.requested', `"slot":"${slot}"`);

  it('an executor: its words are asked for again, recorded once, and stand in one draft for each object', async () => {
    const { arbiter, model } = slots;
    const silence = Promise.withResolvers<void>();
    model.propose = planned;
    model.say = (given) => MODEL_WORDS(numberIn(given));
    model.ready = silence.promise;
    const run = await slots.carriedOut('worded', async () => {
      await eventually('words to be asked for', async () => (await asked('note')) === 3);
      await arbiter.system.kill('executor');
      silence.resolve();
      await arbiter.system.startApp('executor');
    });
    expect(run).toMatchObject({ status: 'ok', branches: { done: 3, failed: 0, held: 0 } });
    const drafted = (await slots.drafted()).map(({ body }) => body as unknown as Draft & { readonly about: string });
    expect(drafted.map(({ about, body }) => [about, body]).toSorted()).toEqual(
      ['INV-2001', 'INV-2002', 'INV-2003'].map((number) => [number, MODEL_WORDS(number)]),
    );
    expect(await asked('note')).toBeGreaterThan(3);
    expect(await arbiter.count('step.completed', '"stepId":"write_note"')).toBe(3);
  });

  it('a gateway that goes while it is asked for a value, and is away: it is waited for, and the value is found', async () => {
    const { arbiter, model } = slots;
    model.propose = (given) => ('text' in given.data ? { value: 'December' } : planned(given));
    await arbiter.system.kill('provider-gateway');
    const run = await slots.carriedOut('promised', async () => {
      await eventually('the plan to be asked for', async () => (await arbiter.count('plan.draft_requested')) > 1);
      await arbiter.system.startApp('provider-gateway');
      await eventually('values to be asked for', async () => (await asked('month')) > 0);
      await arbiter.system.kill('provider-gateway');
      await arbiter.system.startApp('provider-gateway');
    });
    expect(run).toMatchObject({ status: 'ok', branches: { done: 1, failed: 0, held: 2 } });
    expect(await slots.drafts()).toMatchObject({ 'INV-2004': { subject: 'December' } });
    expect(await arbiter.count('branch.completed', '"code":"not_answered"')).toBe(0);
  });

  it('is decided again from the log, byte for byte', async () => {
    const { summary } = await slots.replayed();
    expect(summary).toMatchObject({ equal: summary['decisions'], changed: 0, differing: 0 });
  });
});
