import { get, post, type Operation, type Parameter } from './operation';
import { refer } from './schemas';

const json = (schema: object): object => ({ 'application/json': { schema } });
const approval: Parameter = { of: 'path', name: 'id', required: true, description: 'as the list names it' };

/** The routes of what playbooks wait for. */
export const APPROVAL_OPERATIONS: readonly Operation[] = [
  get(
    '/api/approvals',
    'What the playbooks of the tenant want to do and wait for a yes to, the newest first.',
    [
      {
        of: 'query',
        name: 'before',
        required: false,
        description: 'the `before` of a page, for the one that follows',
      },
      { of: 'query', name: 'playbook', required: false, description: 'only those of this playbook' },
      {
        of: 'query',
        name: 'day',
        required: false,
        description: 'an ISO date: only those of the instances of this day',
      },
    ],
    [
      {
        status: 200,
        description:
          'At most 50; `before` is null on the last page. `mayAnswer` says whether the key has the right to answer.',
        content: json(refer('ApprovalPage')),
      },
    ],
    [400],
  ),
  get(
    '/api/approvals/{id}',
    'What became of one.',
    [approval],
    [{ status: 200, description: 'Whether it waits still, or how it was answered.', content: json(refer('Approval')) }],
    [400, 404],
  ),
  post(
    '/api/approvals/{id}',
    'Say yes or no, once; needs a key with the right `approvals`.',
    [approval],
    {
      body: 'ApprovalAnswer',
      answers: [
        {
          status: 202,
          description: 'Received, now or before: what was decided, by which key and when.',
          content: json(refer('ApprovalAnswered')),
        },
      ],
    },
    [404, 409],
  ),
];
