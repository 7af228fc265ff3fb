import { get, header, post, probe, type Operation, type Parameter } from './operation';
import { APPROVAL_OPERATIONS } from './approval-operations';
import { PLAYBOOK_OPERATIONS } from './playbook-operations';
import { refer } from './schemas';

const json = (schema: object): object => ({ 'application/json': { schema } });
const STREAM = {
  'text/event-stream': {
    schema: { type: 'string', description: 'id is seq, event is the type, data is a UiEvent; ends after rag.done' },
  },
};
const SESSION_STREAM = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'one event `session` whose data is a SessionPage, the newest; then the events of its runs as their own streams have them, each run gap-free after its lastEventId, the id being requestId/seq',
    },
  },
};
const session: Parameter = { of: 'path', name: 'id', required: true, description: 'the sessionId' };
const person: Parameter = {
  of: 'query',
  name: 'userId',
  required: true,
  description: 'whose conversation: several people may write in one chat',
};
const run: Parameter = { of: 'path', name: 'id', required: true, description: 'the requestId of the run' };
const channel: Parameter = {
  of: 'path',
  name: 'channel',
  required: true,
  description: 'the channel of the account, such as telegram',
};
const account: Parameter = {
  of: 'path',
  name: 'userId',
  required: true,
  description: 'the account, as the channel names it',
};
const READINESS = {
  type: 'object',
  required: ['ready', 'problems'],
  properties: {
    ready: { type: 'boolean' },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['part', 'detail'],
        properties: { part: { enum: ['postgres', 'schema', 'keys', 'nats', 'consumers'] }, detail: { type: 'string' } },
      },
    },
  },
};
/** Every route of ingress. */
export const OPERATIONS: readonly Operation[] = [
  post(
    '/api/chat/messages',
    'Receive a message of a person (CH-01).',
    [header('Accept', false, "text/event-stream to get the run's events as the answer")],
    {
      body: 'ChatMessage',
      answers: [
        { status: 200, description: 'The event stream of the run.', content: STREAM },
        {
          status: 202,
          description: 'Received, now or before: the same message has the same requestId.',
          content: json(refer('Received')),
        },
      ],
    },
    [409],
  ),
  post(
    '/api/runs',
    'Run a named template.',
    [
      header(
        'Idempotency-Key',
        true,
        'the same key starts one run, within its session or, without sessionId, within the tenant',
      ),
      header('Prefer', false, 'wait=N answers with the finished run when it ends within N seconds, at most 60'),
    ],
    {
      body: 'RunSubmission',
      answers: [
        { status: 200, description: 'The run has ended.', content: json(refer('Run')) },
        { status: 202, description: 'Received; the run has not ended.', content: json(refer('Run')) },
      ],
    },
    [409, 422],
  ),
  get(
    '/api/runs/{id}',
    'How a run stands.',
    [run],
    [{ status: 200, description: 'The run as its events tell it.', content: json(refer('Run')) }],
    [400, 404],
  ),
  get(
    '/api/runs/{id}/events',
    'Follow a run; a lost connection does not cancel it.',
    [
      run,
      header('Last-Event-ID', false, 'go on after this event'),
      {
        of: 'query',
        name: 'lastEventId',
        required: false,
        description: 'the same for clients that cannot set the header',
      },
    ],
    [
      { status: 200, description: 'The events after the last one seen.', content: STREAM },
      { status: 204, description: 'The run has ended and everything was seen: do not come again.' },
    ],
    [400, 404, 429, 503],
  ),
  post(
    '/api/runs/{id}/cancel',
    'Ask for a run to be cancelled (rag.cancel).',
    [run, header('Idempotency-Key', false, 'only to send another cancel for the same run')],
    {
      body: null,
      answers: [
        {
          status: 202,
          description: "Received; the run's rag.done tells what came of it.",
          content: json(refer('CancelReceived')),
        },
      ],
    },
    [404, 422],
  ),
  ...PLAYBOOK_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  get(
    '/api/sessions',
    'The chats of a person and what waits for a yes in each, the newest first.',
    [
      { ...person, description: 'whose chats' },
      { of: 'query', name: 'channel', required: false, description: 'only chats whose latest message came through it' },
      {
        of: 'query',
        name: 'before',
        required: false,
        description: 'the `before` of a page, for the one that follows it',
      },
    ],
    [
      {
        status: 200,
        description: 'None when nothing was said. Topics are called by what is not sensitive.',
        content: json(refer('SessionList')),
      },
    ],
    [400],
  ),
  get(
    '/api/sessions/{id}/threads',
    'The topics of a person in a chat, the latest first.',
    [
      session,
      person,
      { of: 'query', name: 'locale', required: false, description: 'a language tag: the language of the titles' },
    ],
    [
      {
        status: 200,
        description: 'None when nothing was said in it.',
        content: json({ type: 'array', items: refer('Thread') }),
      },
    ],
    [400],
  ),
  get(
    '/api/sessions/{id}/messages',
    'What a person said in a chat and what became of it, the newest page first.',
    [
      session,
      person,
      {
        of: 'query',
        name: 'before',
        required: false,
        description: 'the `before` of a page, for the one that ends there',
      },
    ],
    [
      {
        status: 200,
        description: 'Oldest first. What was erased reads as "[erased]".',
        content: json(refer('SessionPage')),
      },
    ],
    [400],
  ),
  get(
    '/api/sessions/{id}/events',
    'Follow a whole conversation on one connection; come again after a loss.',
    [session, person],
    [{ status: 200, description: 'First what stands, then every event of its runs.', content: SESSION_STREAM }],
    [400, 429, 503],
  ),
  post(
    '/api/links',
    'Say which customer holds a code, for the person who is logged in (CH-17).',
    [],
    {
      body: 'LinkConfirmation',
      answers: [
        {
          status: 201,
          description: "From now on the account's messages are this customer's.",
          content: json(refer('Link')),
        },
      ],
    },
    [403, 404, 409, 410],
  ),
  get(
    '/api/links',
    'Which account a code would bind; show it before the person agrees.',
    [{ of: 'query', name: 'code', required: true, description: 'the code that the person brought' }],
    [{ status: 200, description: 'The code can be used.', content: json(refer('LinkCode')) }],
    [403, 404, 409, 410, 503],
  ),
  get(
    '/api/links/{channel}/{userId}',
    'Which customer an account is.',
    [channel, account],
    [{ status: 200, description: 'The link that stands.', content: json(refer('Link')) }],
    [400, 403, 404, 503],
  ),
  {
    ...get(
      '/api/links/{channel}/{userId}',
      "Take an account's link back.",
      [channel, account],
      [{ status: 204, description: 'The account is not linked any more; other replicas know within two seconds.' }],
      [400, 403, 404, 503],
    ),
    method: 'delete',
  },
  probe('/livez', 'Is the process alive?'),
  {
    ...probe('/readyz', 'Does it take work?'),
    answers: [
      { status: 200, description: 'yes', content: json(READINESS) },
      { status: 503, description: 'no, and what is away', content: json(READINESS) },
    ],
  },
  probe('/startupz', 'Has it started?'),
  get(
    '/openapi.json',
    'This document.',
    [],
    [{ status: 200, description: 'OpenAPI 3.1', content: json({ type: 'object' }) }],
    [],
  ),
  get(
    '/asyncapi.json',
    'What travels over NATS.',
    [],
    [{ status: 200, description: 'AsyncAPI 3', content: json({ type: 'object' }) }],
    [404],
  ),
];
