import { get, post, type Operation, type Parameter } from './operation';
import { refer } from './schemas';

const json = (schema: object): object => ({ 'application/json': { schema } });
const playbook: Parameter = { of: 'path', name: 'name', required: true, description: 'the name of the playbook' };

/** The routes of playbooks. */
export const PLAYBOOK_OPERATIONS: readonly Operation[] = [
  get(
    '/api/playbooks',
    'The playbooks that the tenant has switched on.',
    [],
    [{ status: 200, description: 'Each with its objective and its schedule.', content: json(refer('PlaybookList')) }],
    [],
  ),
  post(
    '/api/playbooks/{name}/runs',
    'Carry a playbook out for a day; a day has one instance, however often it is asked for.',
    [playbook],
    {
      body: 'PlaybookSubmission',
      answers: [
        {
          status: 202,
          description: 'Received, now or before; how it stands is told by the run.',
          content: json(refer('PlaybookRun')),
        },
      ],
    },
    [404, 409],
  ),
];
