import type { DayReport } from './studio-days';

const SHOWN_OBJECTS = 5;

/** The results of a day, for people. */
export function digestOf({ figures, answered, reply, verdict, causes }: DayReport): string {
  const { day, cache, model_calls: calls, touched_twice: twice } = figures;
  const plan = cache === 'hit' ? 'its plan was known' : drawnUp(calls);
  return [
    `\n${day}: ${plan}`,
    `  ${reply}`,
    ...(answered.times > 0 ? [`  ${ANSWERED[answered.decision]} by the operator: ${answered.times}`] : []),
    ...causes.map(([code, times]) => `  - ${code.replaceAll('_', ' ')}: ${times}`),
    ...(verdict ? [`  goal: ${verdict.verdict}${objectsOf(verdict.failing)}`] : []),
    `  written to twice within a week: ${twice}`,
  ].join('\n');
}

const ANSWERED = { approve: 'approved', reject: 'refused' } as const;

const drawnUp = (calls: number): string =>
  calls === 0
    ? 'its plan is the one that the playbook brings along, for no model is set up'
    : `its plan was drawn up with ${calls} model call${calls === 1 ? '' : 's'}`;

function objectsOf(failing: readonly string[]): string {
  if (failing.length === 0) return '';
  const more = failing.length - SHOWN_OBJECTS;
  return ` for ${failing.slice(0, SHOWN_OBJECTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
