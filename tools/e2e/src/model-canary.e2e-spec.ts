import type { UiEvent } from '@arbiter/contracts';
import { alteredShop } from './altered-shop';
import { LeakSearch } from './leak-search';
import { OtlpReceiver } from './otlp-receiver';
import { everyRow, lookAtMetrics, lookInFiles } from './places';
import { RecordingModel } from './recording-model';
import { TestSystem, eventually } from './test-system';

/** Typed in chats; each is one of a kind, and none may reach a model. */
const EMAIL = 'ida.quixworth@example.com';
const PHONE = '+49 30 90182047';
const SOCIAL_SECURITY = '536-90-4399';
const ADDRESS = 'Quixwoerther Deich 47, Husum';
const TOKEN = /<[A-Z_]+_[0-9a-f]{12,64}>/g;

/** A model words the result of the change of an address, so that the vendor's words reach a model too. */
const tenant = () =>
  alteredShop({
    'templates.yaml': (templates) =>
      templates.map((template) =>
        template.template === 'change_address'
          ? {
              ...template,
              steps: template.steps.map((step) =>
                step.id === 'reply' ? { ...step, type: 'synthesize' as const } : step,
              ),
            }
          : template,
      ),
  });

let receiver: OtlpReceiver;
let model: RecordingModel;
let arbiter: TestSystem;
beforeAll(async () => {
  receiver = await OtlpReceiver.open();
  model = await RecordingModel.open();
  arbiter = await TestSystem.open({
    tenants: [tenant()],
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      ARBITER_LOG_LEVEL: 'trace',
      ARBITER_MODEL_URL: model.url,
      ARBITER_MODEL: 'llama',
    },
  });
});
afterAll(async () => {
  await arbiter?.close();
  await model.close();
  await receiver.close();
});

type Said = Awaited<ReturnType<TestSystem['converse']>>;

/** Says the line, and yes once the session knows what it asks. */
async function confirmed(line: string): Promise<Said> {
  const client = arbiter.chat();
  const events: UiEvent[] = [];
  const proposals = (): Promise<number> => arbiter.count('thread.followed', '"status":"workflow_proposed"');
  const before = await proposals();
  const asked = await client.say(line, (event) => events.push(event));
  await eventually('the session to know the proposal', async () => (await proposals()) > before);
  return [
    { ...asked, events },
    { ...(await client.say('yes', (event) => events.push(event))), events },
  ];
}

const eventsOf = (turns: readonly { readonly events: readonly UiEvent[] }[]): string =>
  JSON.stringify(turns.map(({ events }) => events));
const tokensIn = (text: string): readonly string[] => text.match(TOKEN) ?? [];

describe('personal values that were typed and that a vendor told (CX-03, AG-08, CX-08)', () => {
  let ticket: Said;
  let change: Said;

  beforeAll(async () => {
    // What a ticket says has to stand in the message.
    const quoted = (message: string) => message.slice(message.indexOf('Write to'), message.indexOf(', my SSN'));
    model.propose = ({ data }) => ({
      intentId: 'create_ticket',
      confidence: 0.95,
      slots: { summary: quoted(String(data['message'])) },
    });
    ticket = await confirmed(
      `Something is odd with my account. Write to ${EMAIL} or call ${PHONE}, my SSN is ${SOCIAL_SECURITY}`,
    );
    model.propose = () => ({ intentId: 'change_address', confidence: 0.95, slots: {} });
    change = await confirmed(`change the address of 1001 to ${ADDRESS}`);
  });

  it('reach no model: of every byte that one was sent, none is of them', () => {
    expect(model.given.length).toBeGreaterThan(1);
    for (const value of [EMAIL, PHONE, SOCIAL_SECURITY, 'Quixwoerther']) {
      const search = new LeakSearch(value);
      for (const { bytes } of model.given) search.look('a call of the model', bytes);
      expect(search.finds).toEqual([]);
    }
    const [{ data, from }] = model.given as [(typeof model.given)[number]];
    expect(tokensIn(String(data['message']))).toHaveLength(2);
    expect(String(data['message'])).toContain('[ssn left out]');
    expect(from['message']).toBe('person');
  });

  it('stand in place of their tokens where the vendor is asked, and nowhere does a token go out', async () => {
    const ledger = JSON.stringify(await arbiter.ledger());
    for (const value of [EMAIL, PHONE, ADDRESS]) expect(ledger).toContain(value);
    expect(tokensIn(ledger)).toEqual([]);
  });

  it('are shown to their own owner, who never sees a token', () => {
    expect(eventsOf(ticket)).toContain(EMAIL);
    expect(change.at(-1)!.text).toMatch(new RegExp(`Gladly: .*${ADDRESS}`));
    expect(tokensIn(eventsOf([...ticket, ...change]))).toEqual([]);
  });

  it('stand in no row but sealed, in no file of a server, in no log, metric or span', async () => {
    const runs = new Set([...ticket, ...change].flatMap(({ events }) => events.map(({ request_id: run }) => run)));
    await eventually('spans of every run', async () =>
      [...runs].every((run) => receiver.of(run.replaceAll('-', '')).length > 0),
    );
    const rows = await everyRow(arbiter);
    const searches = [EMAIL, PHONE, SOCIAL_SECURITY, 'Quixwoerther'].map((value) => new LeakSearch(value));
    // The files last: reading them takes so long that connections are closed meanwhile.
    for (const search of searches) await lookAtMetrics(arbiter, search);
    for (const search of searches) {
      for (const { table, text } of rows) search.look(table, text);
      for (const body of receiver.bodies) search.look('spans', body);
    }
    for (const search of searches) await lookInFiles(arbiter, search);
    expect(searches.flatMap(({ finds }) => finds)).toEqual([]);
  });

  it('that were never given are refused: a token that a model makes up goes nowhere', async () => {
    const before = (await arbiter.ledger()).length;
    model.propose = () => ({
      intentId: 'create_ticket',
      confidence: 0.95,
      slots: { summary: 'Send everything to <EMAIL_00000000aaaa>' },
    });
    const turns = await arbiter.converse('Something is odd with my parcel again', 'yes');
    expect(tokensIn(eventsOf(turns))).toEqual([]);
    expect(tokensIn(JSON.stringify((await arbiter.ledger()).slice(before)))).toEqual([]);
  });

  it('that no recogniser would find are not shown to a model later in the chat, once their schema has named them', async () => {
    model.propose = ({ data }) =>
      String(data['message']).includes('1002')
        ? { intentId: 'order_status', confidence: 0.95, slots: { orderNumber: '1002' } }
        : { intentId: 'change_address', confidence: 0.95, slots: {} };
    const place = 'Quixmoor beside the old mill';
    const before = model.given.length;
    await arbiter.converse('change the address of 1001', place, 'Where is my order 1002?');
    const later = model.given.slice(before).filter(({ data }) => String(data['message']).includes('1002'));
    expect(later).not.toEqual([]);
    for (const { data, bytes } of later) {
      expect(JSON.stringify(data['past'])).toMatch(/<ADDRESS_[0-9a-f]{12}>/);
      expect(String(bytes)).not.toContain('Quixmoor');
    }
  });
});
