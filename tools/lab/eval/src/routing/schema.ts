import type { ArtifactBundle, ExpectedType, IntentDefinition, SlotDefinition } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';

const ServiceSlot = Type.Object({
  name: Type.String(),
  description: Type.String(),
  is_categorical: Type.Boolean(),
  possible_values: Type.Array(Type.String()),
});
const ServiceIntent = Type.Object({
  name: Type.String(),
  description: Type.String(),
  is_transactional: Type.Boolean(),
  required_slots: Type.Array(Type.String()),
  optional_slots: Type.Record(Type.String(), Type.String()),
});

/** The services that the dialogues speak of. */
export const ServiceSchema = Type.Array(
  Type.Object({
    service_name: Type.String(),
    description: Type.String(),
    slots: Type.Array(ServiceSlot),
    intents: Type.Array(ServiceIntent, { minItems: 1 }),
  }),
  { minItems: 1 },
);
export type ServiceSchema = Static<typeof ServiceSchema>;
type Service = ServiceSchema[number];

/** An intent of a service, and whether it changes something. */
export interface KnownIntent {
  readonly service: string;
  readonly name: string;
  readonly id: string;
  readonly changes: boolean;
  readonly slots: readonly string[];
}

/** A schema as the artifacts of a tenant: nothing in them comes from a dialogue. */
export interface Catalogue {
  readonly bundle: ArtifactBundle;
  readonly intents: readonly KnownIntent[];
}

export function catalogueOf(schema: ServiceSchema): Catalogue {
  const intents = schema.flatMap((service) => service.intents.map((intent) => ({ service, intent })));
  return {
    bundle: bundleOf(intents.map(({ service, intent }) => definitionOf(service, intent))),
    intents: intents.map(({ service, intent }) => ({
      service: service.service_name,
      name: intent.name,
      id: idOf(service, intent),
      changes: intent.is_transactional,
      slots: slotNamesOf(intent).map(slotName),
    })),
  };
}

/** `ReserveHotel` reads "reserve hotel". */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
const idOf = ({ service_name }: Service, { name }: Service['intents'][number]): string =>
  `${wordsOf(service_name)} ${wordsOf(name)}`.replace(/[^a-z0-9]+/gu, '_');
/** `number_of_seats` is the slot numberOfSeats. */
export const slotName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+(.)?/gu, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')
    .replace(/^[^a-z]/u, (first) => first.toLowerCase());
const slotNamesOf = ({ required_slots, optional_slots }: Service['intents'][number]): readonly string[] => [
  ...required_slots,
  ...Object.keys(optional_slots),
];

function definitionOf(service: Service, intent: Service['intents'][number]): IntentDefinition {
  const name = wordsOf(intent.name);
  const slots = slotNamesOf(intent).flatMap((wanted) => service.slots.filter((slot) => slot.name === wanted));
  return {
    intent: idOf(service, intent),
    description: intent.description,
    examples: [name, intent.description, `I want to ${name}`, `Can you ${name} for me`],
    slots: slots.map((slot) => definedSlot(slot, intent.required_slots.includes(slot.name))),
    template: idOf(service, intent),
  };
}

function definedSlot(slot: Service['slots'][number], required: boolean): SlotDefinition {
  const expectedType = typeOf(slot);
  const choices = expectedType === 'choice' ? { choices: slot.possible_values } : {};
  return {
    name: slotName(slot.name),
    expectedType,
    required,
    prompt: slot.description,
    cues: [wordsOf(slot.name)],
    ...choices,
  };
}

function typeOf({ name, is_categorical, possible_values }: Service['slots'][number]): ExpectedType {
  if (is_categorical) return possible_values.every((value) => /^(?:true|false)$/iu.test(value)) ? 'yes_no' : 'choice';
  if (/date|time/u.test(name)) return 'date_time';
  return /number|count|amount|price|balance|length|days/u.test(name) && !/phone/u.test(name) ? 'number' : 'freeform';
}

function bundleOf(intents: readonly IntentDefinition[]): ArtifactBundle {
  return {
    tenant: 'eval',
    intents: [...intents],
    templates: intents.map(({ intent, description }) => ({
      template: intent,
      version: '1.0.0',
      description,
      args: { type: 'object' },
      scope: { allowed: { eval: ['all'] } },
      steps: [{ id: 'reply', type: 'respond' as const, copy: 'done' }],
    })),
    tools: [],
    extensions: [],
    policy: { version: '1', allowList: ['eval.none'], rules: [], risk: [], approvalExpirySeconds: 600 },
    models: { tiers: {}, purposes: {}, timeoutMilliseconds: 3_000, minimumConfidence: 0.5 },
    translations: [],
    conversation: { newRequest: 'switch', mostQuestions: 3 },
    copy: { locale: 'en', sentences: {} },
  };
}
