import { Parser } from '@asyncapi/parser';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { CloudEvent } from 'cloudevents';
import {
  APPS,
  EVENTS,
  EVENT_NAMES,
  FLOW,
  publisherOf,
  consumersOf,
  travels,
  type EventName,
  type Recorded,
} from '@arbiter/contracts';
import { permissionsOf } from '@arbiter/runtime';
import { encodeEvent, type Sealer } from '@arbiter/store';
import { asyncApiDocument } from './document';
import { exampleOf } from './example-of';
import { covers } from './subject-matching';

const DOCUMENT = asyncApiDocument('1.0.0') as unknown as {
  channels: Record<string, { address: string | null; parameters?: Record<string, { description?: string }> }>;
  operations: Record<string, { action: string }>;
  components: { messages: Record<string, { summary: string; payload: object }>; schemas: Record<string, object> };
};
const TRAVELLING = EVENT_NAMES.filter(travels);
const SEALER: Sealer = {
  load: async () => undefined,
  seal: () => 'key.bytes',
  open: (_customer, _context, _sealed, erased) => erased,
};

/** The event as the event store would hold it, with personal properties sealed. */
function wireEvent(name: EventName): Record<string, unknown> & { data: Record<string, unknown> } {
  const { schema, categories } = EVENTS[name];
  return JSON.parse(
    encodeEvent(
      {
        id: '019a0000-0000-7000-8000-000000000000',
        name,
        app: FLOW[name].producer!,
        stream: `${categories[0]}-shop-1`,
        version: 1,
        time: '2026-01-01T00:00:00.000Z',
        tenant: 'shop',
        customerId: 'C-1',
        correlationId: 'run',
        causationId: null,
        source: { stream: 'turn-shop-1', version: 1 },
        traceParent: null,
        data: exampleOf(schema),
      } as unknown as Recorded,
      SEALER,
    ),
  ) as ReturnType<typeof wireEvent>;
}

function without(event: Record<string, unknown>, property: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).filter(([name]) => name !== property));
}

const AJV = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
addFormats(AJV);
for (const keyword of ['x-plain', 'x-erased']) AJV.addKeyword(keyword);

function validatorOf(message: string): (value: unknown) => boolean {
  const { messages, schemas } = DOCUMENT.components;
  const text = JSON.stringify({ ...messages[message]!.payload, $defs: schemas });
  return AJV.compile(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object);
}

describe('the AsyncAPI document', () => {
  test('is AsyncAPI 3 without an error or a warning', async () => {
    const { diagnostics, document } = await new Parser().parse(JSON.stringify(DOCUMENT));
    const severe = diagnostics
      .filter(({ severity }) => severity <= 1)
      .map(({ message, path }) => `${path.join('.')}: ${message}`);
    expect(severe).toEqual([]);
    expect(document?.version()).toBe('3.0.0');
  });

  test('is refused by the linter when an operation names no channel', async () => {
    const broken = { ...DOCUMENT, operations: { wrong: { action: 'send', channel: { $ref: '#/channels/nowhere' } } } };
    const { diagnostics } = await new Parser().parse(JSON.stringify(broken));
    expect(diagnostics.some(({ severity }) => severity === 0)).toBe(true);
  });

  test('says one sentence a message', () => {
    for (const [name, { summary }] of Object.entries(DOCUMENT.components.messages))
      expect(`${name}: ${summary}`).toMatch(/: [A-Z].*[^.]\.$/);
  });

  test('describes every variable part of a subject', () => {
    for (const { address, parameters = {} } of Object.values(DOCUMENT.channels)) {
      expect(address ?? '').not.toMatch(/\b[A-Z]{2,}\b/);
      for (const { description } of Object.values(parameters)) expect(description).toBeTruthy();
    }
  });

  test('has each event sent by the one app that writes it and received by those that act on it', () => {
    for (const name of TRAVELLING) {
      const sends = APPS.filter((app) => `${app}.sends.${name}` in DOCUMENT.operations);
      const receives = APPS.filter((app) => `${app}.receives.${name}` in DOCUMENT.operations);
      expect([name, sends]).toEqual([name, [publisherOf(name)]]);
      expect([name, receives]).toEqual([
        name,
        APPS.filter((app) => consumersOf(app).some(({ event }) => event === name)),
      ]);
    }
  });

  test('has only the executor send what people see', () => {
    expect(APPS.filter((app) => `${app}.sends.ui` in DOCUMENT.operations)).toEqual(['executor']);
  });
});

describe('the payload of a message', () => {
  test.each(TRAVELLING)('%s takes what the event store writes, and it is a CloudEvent', (name) => {
    const event = wireEvent(name);
    expect(() => new CloudEvent(event)).not.toThrow();
    const valid = validatorOf(name);
    expect(valid([event])).toBe(true);
    expect(valid([{ ...without(event, 'data'), dataref: 'turn-shop-1@1' }])).toBe(true);
  });

  test.each(TRAVELLING)('%s refuses another type, an unknown property and a batch of none', (name) => {
    const event = wireEvent(name);
    const valid = validatorOf(name);
    expect(valid([{ ...event, type: 'arbiter.other.event.v1' }])).toBe(false);
    expect(valid([{ ...event, data: { ...event.data, unheardOf: 1 } }])).toBe(false);
    expect(valid([without(event, 'data')])).toBe(false);
    expect(valid([])).toBe(false);
  });

  test('of turn.received holds no text in the clear', () => {
    const event = wireEvent('turn.received');
    const valid = validatorOf('turn.received');
    expect([event.data['text'], event['sealeddata']]).toEqual([
      { sealed: expect.stringMatching(/^\.\d+$/) },
      'key.bytes',
    ]);
    expect(valid([{ ...event, data: { ...event.data, text: 'Where is my order?' } }])).toBe(false);
  });
});

describe('the payload of every message', () => {
  test.each(Object.keys(DOCUMENT.components.messages))('%s is JSON Schema 2020-12', (name) => {
    expect(() => validatorOf(name)).not.toThrow();
  });
});

describe('a NATS pattern', () => {
  test('covers what the broker would let through', () => {
    expect(covers('arb.v1.*.ui.>', 'arb.v1.shop.ui.session.run')).toBe(true);
    expect(covers('arb.v1.*.ui.>', 'arb.v1.shop.ui')).toBe(false);
    expect(covers('ask.*', 'ask.alive.1')).toBe(false);
    expect(covers('ask.alive.*', 'ask.alive.1')).toBe(true);
    expect(permissionsOf('telemetry').publish.filter((subject) => !subject.startsWith('$JS.API.'))).toEqual([]);
  });
});
