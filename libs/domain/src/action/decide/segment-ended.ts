import type { EventData, FactOf, StepOrigin } from '@arbiter/contracts';

export type ReadEnd = FactOf<'action.succeeded' | 'action.failed'>;

/** At most this many results are in one fact: it is read, sealed and sent as a whole. */
const MOST_ENDS = 32;

/** The ends of a segment's reads, in as few facts as hold them; `actionEndsIn` splits them again. */
export function segmentEnded(
  { segmentId, runId }: EventData<'segment.requested'>,
  ends: readonly ReadEnd[],
  completedAt: string,
): readonly FactOf<'segment.ended'>[] {
  const facts: FactOf<'segment.ended'>[] = [];
  for (let from = 0; from < ends.length; from += MOST_ENDS) {
    const reported = ends.slice(from, from + MOST_ENDS);
    facts.push({
      name: 'segment.ended',
      data: {
        segmentId,
        runId,
        ends: reported.map(endIn),
        brought: Object.fromEntries(reported.map((end) => [end.data.stepId, broughtBy(end)])),
        completedAt,
      },
    });
  }
  return facts;
}

function endIn({ name, data }: ReadEnd): EventData<'segment.ended'>['ends'][number] {
  const { stepId, origin, tool, attempt, checks } = data;
  const asked = (origin as StepOrigin).attempt;
  return {
    stepId,
    ...(asked > 1 && { asked }),
    tool,
    attempt,
    checks: checks!,
    code: name === 'action.failed' ? data.code : null,
  };
}

const broughtBy = ({ name, data }: ReadEnd): unknown => (name === 'action.failed' ? data.reason : data.result);
