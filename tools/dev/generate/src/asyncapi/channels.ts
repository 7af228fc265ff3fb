import {
  APPS,
  CANCEL_EVENT,
  EVENTS,
  EVENT_NAMES,
  FLOW,
  subjects,
  travels,
  typeOf,
  type EventName,
} from '@arbiter/contracts';
import { listenersOf, publishersOf } from './subject-matching';
import { batchSchema, reference } from './schemas';

export interface Channel {
  readonly id: string;
  /** null: an address that the asker chooses */
  readonly address: string | null;
  readonly name: string;
  readonly sentence: string;
  readonly contentType: string;
  readonly payload: Record<string, unknown>;
  readonly headers?: Record<string, unknown>;
  readonly senders: readonly string[];
  readonly receivers: readonly string[];
  /** the channel an answer comes back on */
  readonly answer?: string;
}

const JSON_TYPE = 'application/json';
const ADAPTER = 'channel-adapter';
const text = (description: string) => ({ type: 'string', description });

/** `arb.v1.TENANT.evt…` → `arb.v1.{tenant}.evt…`: words in capitals are the variable parts of a subject. */
const addressOf = (subject: string): string => subject.replaceAll(/\b[A-Z]+\b/g, (word) => `{${word.toLowerCase()}}`);

const eventChannel = (name: EventName): Channel => ({
  id: name,
  address: addressOf(subjects.event('TENANT', name)),
  name: typeOf(name, EVENTS[name].version),
  sentence: EVENTS[name].sentence,
  contentType: 'application/cloudevents-batch+json',
  payload: batchSchema(name),
  headers: {
    type: 'object',
    properties: {
      'Nats-Msg-Id': text('the first event id of the batch; of a resend, with .r and its number behind it'),
      'Content-Type': { const: 'application/cloudevents-batch+json' },
    },
  },
  senders: publishersOf(subjects.event('TENANT', name)),
  receivers: FLOW[name].consumers.map(({ app }) => app),
});

function ask(what: 'intent' | 'reply' | 'plan', sentence: string): Channel {
  const subject = subjects.ask(what);
  return {
    id: subject,
    address: subject,
    name: subject,
    sentence,
    contentType: JSON_TYPE,
    payload: reference('Ask'),
    answer: 'ask.answer',
    senders: publishersOf(subject),
    receivers: listenersOf(subject),
  };
}

/** Every subject that crosses a process: the broker's permissions decide who may send and listen. */
export const channels = (): readonly Channel[] => [
  inbound(),
  inboundCancel(),
  ...EVENT_NAMES.filter(travels).map(eventChannel),
  ...asks(),
  ui(),
  keyErased(),
  outbound(),
  deadLetter(),
];

function inbound(): Channel {
  return {
    id: 'inbound',
    address: addressOf(subjects.inbound('TENANT', 'CHANNEL')),
    name: 'InboundMessage',
    sentence: 'A person said something in a channel (CH-01).',
    contentType: JSON_TYPE,
    payload: reference('InboundMessage'),
    senders: [ADAPTER],
    receivers: ['ingress'],
  };
}

function inboundCancel(): Channel {
  return {
    id: 'inbound.cancel',
    address: addressOf(subjects.inboundCancel('TENANT', 'CHANNEL')),
    name: CANCEL_EVENT,
    sentence: 'A person in a channel wants a run of theirs to be cancelled (EV-01).',
    contentType: JSON_TYPE,
    payload: reference('InboundCancel'),
    senders: [ADAPTER],
    receivers: ['ingress'],
  };
}

function asks(): readonly Channel[] {
  const alive = subjects.askAlive('ASK');
  return [
    ask('intent', 'A router asks which intent a turn has; the answer is a proposal.'),
    ask('plan', 'A planner asks for the plan of a playbook; the answer is a proposal.'),
    ask('reply', 'An executor asks for the prose of a reply; the answer is a proposal.'),
    {
      id: 'ask.answer',
      address: null,
      name: 'Frame',
      sentence: 'One numbered piece of an answer to an ask; the last carries the whole.',
      contentType: JSON_TYPE,
      payload: reference('Frame'),
      senders: ['provider-gateway'],
      receivers: publishersOf(alive),
    },
    {
      id: 'ask.alive',
      address: addressOf(alive),
      name: 'AskAlive',
      sentence: 'The asker still waits; when it falls silent, generation stops.',
      contentType: JSON_TYPE,
      payload: { type: 'string', maxLength: 0 },
      senders: publishersOf(alive),
      receivers: listenersOf(alive),
    },
  ];
}

function ui(): Channel {
  const subject = subjects.ui('TENANT', 'SESSION', 'RUN');
  return {
    id: 'ui',
    address: addressOf(subject),
    name: 'UiEvent',
    sentence: 'One event of what a person sees, already in the log of its run (EV-01).',
    contentType: JSON_TYPE,
    payload: reference('UiEvent'),
    senders: publishersOf(subject),
    receivers: listenersOf(subject),
  };
}

function keyErased(): Channel {
  const subject = subjects.keyErased('TENANT');
  return {
    id: 'key.erased',
    address: addressOf(subject),
    name: 'KeyErased',
    sentence: 'A customer was erased: every process that holds their key forgets it.',
    contentType: JSON_TYPE,
    payload: {
      type: 'object',
      required: ['tenant', 'customerId'],
      properties: { tenant: text('whose customer'), customerId: text('who was erased') },
    },
    senders: ['operator'],
    receivers: listenersOf(subject),
  };
}

function outbound(): Channel {
  const subject = subjects.outbound('TENANT', 'CHANNEL');
  return {
    id: 'outbound',
    address: addressOf(subject),
    name: 'OutboundMessage',
    sentence: 'A reply or a proposal for the person behind a channel.',
    contentType: JSON_TYPE,
    payload: reference('OutboundMessage'),
    senders: publishersOf(subject),
    receivers: [ADAPTER],
  };
}

function deadLetter(): Channel {
  return {
    id: 'dead-letter',
    address: addressOf(subjects.deadLetter('TENANT', 'APP', 'HANDLER')),
    name: 'DeadLetter',
    sentence: 'A message that keeps failing, set aside unchanged with its cause, to be sent again.',
    contentType: JSON_TYPE,
    payload: { description: 'the message as it was' },
    headers: {
      type: 'object',
      properties: {
        'Arbiter-Cause': text('why'),
        'Arbiter-Subject': text('where it was addressed'),
        'Arbiter-Deliveries': text('how often it was delivered'),
      },
    },
    senders: APPS.filter((app) => publishersOf(subjects.deadLetter('TENANT', app, 'HANDLER')).includes(app)),
    receivers: ['operator'],
  };
}
