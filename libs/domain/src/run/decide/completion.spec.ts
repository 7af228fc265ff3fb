import type { EventData } from '@arbiter/contracts';
import { echo, planBundle, planBundleWith } from '../../fixtures/plan-bundle';
import {
  answered,
  approved,
  begun,
  cancelRequested,
  cancelled,
  failed,
  rejected,
  requested,
  succeeded,
  suspended,
  type Story,
} from '../../fixtures/run-story';
import { incoming } from '../../specification';

const speaking = { id: 'reply', type: 'respond' as const, copy: 'greeting', dependsOn: ['a'] };
const one = planBundleWith([echo('a'), speaking]);
const optional = planBundleWith([echo('a', [], { optional: true }), speaking]);

/** A run that reports the end of another one. */
const following = (end: Partial<EventData<'run.completed'>>): Story => {
  const other = begun(one).when(succeeded('a')).fact('run.completed');
  return begun(planBundle, { purpose: 'follow', follows: 'run-0', copy: 'approved', template: null }).when(
    incoming('run.completed', { ...other, runId: 'run-0', followers: ['run-1'], ...end }),
  );
};

const ENDINGS: readonly (readonly [what: string, story: Story, isDone: boolean])[] = [
  ['what was asked for was done', begun(one).when(succeeded('a')), true],
  [
    'it was done after a yes, which another message said and another run reports',
    begun(one).when(suspended('a')).when(approved('a')).when(succeeded('a')),
    false,
  ],
  [
    'a later message came in meanwhile',
    begun(one)
      .when(requested({ requestId: 'run-2', overtakes: ['run-1'] }))
      .when(succeeded('a')),
    false,
  ],
  ['a run reports what was done', following({}), true],
  ['a run reports what failed', following({ status: 'error', code: 'not_found' }), false],
  ['a run reports what was stopped', following({ status: 'cancelled' }), false],
  [
    'a run reports what asks something back',
    following({ question: { key: 'x', expectedType: 'freeform', prompt: 'Which?' } }),
    false,
  ],
  ['it failed', begun(one).when(failed('a')), false],
  ['a part that may fail did', begun(optional).when(failed('a')), false],
  ['the person said no', begun(one).when(suspended('a')).when(rejected('a')), false],
  ['it was stopped', begun(one).when(cancelRequested()).when(cancelled('a')), false],
  [
    'it asks for what is missing',
    begun(planBundle, { template: 'order_status', intentId: 'order_status', args: {} }),
    false,
  ],
  ['it was small talk', begun(planBundle, { purpose: 'respond', copy: 'greeting', template: null }), false],
  [
    'nothing was understood',
    begun(planBundle, { purpose: 'clarify', copy: 'unknown_intent', template: null, fallback: true }).when(
      answered('reply', 'Hm?'),
    ),
    false,
  ],
  ['nothing was begun', begun(planBundle, { purpose: 'cancelled', template: null }), false],
];

it.each(ENDINGS)('CH-11: when %s, the message is marked as done or not: %#', (_, story, isDone) => {
  expect(story.fact('run.completed').isDone).toBe(isDone);
  expect(story.shown.at(-1)).toMatchObject({ type: 'rag.done', payload: { isDone } });
});

it('CH-11: a run that only waits has no end that could be marked', () => {
  expect(
    begun(one)
      .when(suspended('a'))
      .when(requested({ requestId: 'run-2', overtakes: ['run-1'] }))
      .history.map(({ name }) => name),
  ).not.toContain('run.completed');
});
