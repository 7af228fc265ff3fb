import { get, post, type Operation, type Parameter } from './operation';
import { refer } from './schemas';

const json = (schema: object): object => ({ 'application/json': { schema } });
const playbook: Parameter = { of: 'path', name: 'name', required: true, description: 'a playbook that is switched on' };
const before: Parameter = {
  of: 'query',
  name: 'before',
  required: false,
  description: 'a day: only those before it, for the page that follows',
};

/** The routes of playbooks. */
export const PLAYBOOK_OPERATIONS: readonly Operation[] = [
  get(
    '/api/playbooks',
    'The playbooks that the tenant has switched on.',
    [],
    [
      {
        status: 200,
        description:
          'By their names; `next` is when an instance begins by itself, `nextVerdict` when its objective is looked at without one.',
        content: json({ type: 'array', items: refer('Playbook') }),
      },
    ],
    [],
  ),
  post(
    '/api/playbooks/{name}/runs',
    'Begin the instance of a playbook for a day, today unless told otherwise.',
    [playbook],
    {
      body: 'PlaybookSubmission',
      answers: [
        {
          status: 202,
          description: 'Received, now or before: a day has one run, however often it is asked for.',
          content: json(refer('PlaybookSubmitted')),
        },
      ],
    },
    [404],
  ),
  post(
    '/api/events',
    'Tell of something that happened outside: the playbooks that name its type begin for its day.',
    [],
    {
      body: 'ExternalEvent',
      answers: [
        {
          status: 202,
          description:
            'Received, now or before, with the instances that begin upon it; none where no playbook names its type.',
          content: json(refer('EventReceived')),
        },
      ],
    },
    [],
  ),
  get(
    '/api/playbooks/{name}/runs',
    'The instances of a playbook, the latest day first.',
    [playbook, before],
    [
      {
        status: 200,
        description: 'As far as they have come.',
        content: json({ type: 'array', items: refer('PlaybookRun') }),
      },
    ],
    [400, 404],
  ),
  get(
    '/api/playbooks/{name}/runs/{day}',
    'How the instance of a day stands.',
    [playbook, { of: 'path', name: 'day', required: true, description: 'an ISO date' }],
    [
      {
        status: 200,
        description:
          'Its objects by how they have ended; `notDone` names those that failed or are held, the first of each kind; `paused` says why it waits and what lets it go on.',
        content: json(refer('PlaybookDay')),
      },
    ],
    [400, 404],
  ),
  post(
    '/api/playbooks/{name}/runs/{day}/resume',
    'Let the paused instance of a day go on, with what it is given for the whole run.',
    [playbook, { of: 'path', name: 'day', required: true, description: 'an ISO date' }],
    {
      body: 'Grants',
      answers: [
        {
          status: 202,
          description: 'Received, now or before: each pause is ended once, however often it is asked for.',
          content: json(refer('PlaybookSubmitted')),
        },
      ],
    },
    [404, 409],
  ),
  get(
    '/api/playbooks/{name}/verdicts',
    'Whether the objective of a playbook held, day by day, the latest first.',
    [playbook, before],
    [
      {
        status: 200,
        description:
          'The days on which it was looked at, by an instance (`sweep`) or a schedule of its own (`watch`): the latest look of a day counts.',
        content: json({ type: 'array', items: refer('PlaybookVerdict') }),
      },
    ],
    [400, 404],
  ),
];
