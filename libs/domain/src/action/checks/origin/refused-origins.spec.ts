import { actionIdOf, type ActionOrigin } from '@arbiter/contracts';
import { actionBundle } from '../../../fixtures/action-bundle';
import { actionRequested } from '../../../fixtures/action-events';
import { honestActionDecider } from '../../../fixtures/provenance';
import { contextOf, given } from '../../../specification';

const decided = (origin: ActionOrigin) =>
  given(honestActionDecider, contextOf(actionBundle()))
    .facts()
    .when(actionRequested({ origin, actionId: actionIdOf('run-1', origin) }));

it.each<[string, ActionOrigin, string]>([
  [
    'the undo of an action',
    { kind: 'undo', of: 'run-1.refund' },
    'the recorded plan does not say how an action is undone',
  ],
])('%s is refused, whatever else the log holds (AG-13)', (_, origin, reason) => {
  const { code, checks, ...denied } = decided(origin).thenNamed('action.denied').fact('action.denied');
  expect(denied).toMatchObject({ origin, reason });
  expect([code, checks.rule, checks.allowed]).toEqual(['origin_unproven', 'origin', false]);
});

it('every origin gives its action a name of its own', () => {
  const origins: readonly ActionOrigin[] = [
    { kind: 'step', stepId: 'refund', attempt: 1 },
    { kind: 'step', stepId: 'refund', attempt: 2 },
    { kind: 'undo', of: 'run-1.refund' },
    { kind: 'undo', of: 'run-1.refund.2' },
    { kind: 'agent_call', stepId: 'refund', call: 1 },
    { kind: 'agent_call', stepId: 'refund', call: 2 },
  ];
  expect(new Set(origins.map((origin) => actionIdOf('run-1', origin))).size).toBe(origins.length);
});
