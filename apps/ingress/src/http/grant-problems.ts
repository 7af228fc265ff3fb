import { Grants, type PauseReason } from '@arbiter/contracts';
import { objectProblems, type FieldProblem } from '@arbiter/runtime';

type Field = keyof Grants;

/**
 * PL-28: the mistakes in a grant to a paused run. A grant has to give enough of everything that the run is short of,
 * and nothing else.
 */
export function grantProblems(body: unknown, reasons: readonly PauseReason[]): readonly FieldProblem[] {
  const malformed = objectProblems(Grants, body);
  if (malformed.length > 0) return malformed;
  const granted = body as Grants;
  const isShort = (field: Field): boolean => reasons.some((reason) => isShortOf(reason, field));
  const unasked = (Object.keys(granted) as Field[])
    .filter((field) => !isShort(field))
    .map((field) => ({ field, detail: `the run is not short of ${field}; leave it out` }));
  return [...unasked, ...reasons.flatMap((reason) => tooLittle(reason, granted))];
}

const isShortOf = (reason: PauseReason, field: Field): boolean =>
  reason.why === 'actions'
    ? field === 'actions'
    : reason.why === 'models' && reason.budget === 'run' && field !== 'actions' && reason[field] !== undefined;

function tooLittle(reason: PauseReason, granted: Grants): readonly FieldProblem[] {
  if (reason.why === 'actions') {
    const { used, most, needed } = reason;
    return granted.actions !== undefined && granted.actions >= needed
      ? []
      : [
          {
            field: 'actions',
            detail: `actions must be at least ${needed}, for the whole run: it has taken ${used} of ${most}, and what goes on next takes ${needed - used}`,
          },
        ];
  }
  if (reason.why !== 'models' || reason.budget !== 'run') return [];
  const fields = (['tokens', 'dollars'] as const).filter((field) => reason[field] !== undefined);
  const given = fields.filter((field) => granted[field] !== undefined);
  if (given.length === 0)
    return [{ field: fields[0]!, detail: `say how many ${fields.join(' or ')} models may take for the whole run` }];
  return given.flatMap((field) =>
    granted[field]! > reason[field]!
      ? []
      : [
          {
            field,
            detail: `${field} must be more than ${reason[field]}, which is what models may take for the whole run now`,
          },
        ],
  );
}
