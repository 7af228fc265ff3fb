import { actionIdOf, type ActionOrigin } from '@arbiter/contracts';

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
