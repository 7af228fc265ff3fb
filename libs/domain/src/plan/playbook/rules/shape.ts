import { causesOf, compileExpression, fieldsNamed, type ExpressionKind } from '@arbiter/contracts';
import { ancestorsOf, inDependencyOrder } from '../../steps/dependency-order';
import { slotStepIds } from '../slots';
import { nodesOf, oneOf, readOf, toolOf, type Draft, type PlaybookRefusal, type PlaybookRule } from '../draft';

type Found = Omit<PlaybookRefusal, 'rule'>;

/** Ids that the compiler gives to steps of its own, besides those that fill a slot. */
const RESERVED = new Set(['sweep', 'verdict', 'digest']);

export const stepsHaveNamesOfTheirOwn: PlaybookRule = ({ proposal: { steps }, definition }) => {
  const taken = new Set([...RESERVED, ...slotStepIds(definition)]);
  return steps
    .filter(({ id }, index) => taken.has(id) || steps.findIndex((other) => other.id === id) !== index)
    .map(({ id }) => ({ node: id, reason: 'its id is taken', fix: 'give each step an id of its own' }));
};

export const stepsAreFew: PlaybookRule = ({ proposal: { steps }, definition: { limits } }) =>
  steps.length <= limits.steps
    ? []
    : [{ node: 'steps', reason: `has ${steps.length} steps, and ${limits.steps} are allowed`, fix: 'leave some out' }];

export const dependenciesExist: PlaybookRule = ({ proposal: { steps } }) => {
  const ids = steps.map(({ id }) => id);
  return steps.flatMap(({ id, dependsOn = [] }) =>
    dependsOn
      .filter((other) => !ids.includes(other))
      .map((other) => ({
        node: id,
        reason: `depends on ${other}, which is no step`,
        fix: oneOf(ids.filter((known) => known !== id)),
      })),
  );
};

export const dependenciesEnd: PlaybookRule = (draft) =>
  inDependencyOrder(nodesOf(draft))
    ? []
    : [{ node: 'steps', reason: 'some of them wait for each other', fix: 'take one dependency out' }];

export const readsExist: PlaybookRule = (draft) => {
  const { over } = draft.proposal;
  return readOf(draft, over)
    ? []
    : [
        {
          node: 'over',
          reason: `goes through ${over}, which is no declared read`,
          fix: oneOf(draft.definition.reads.map(({ read }) => read)),
        },
      ];
};

/** PL-12: a condition names declared fields and parameters, and gives true or false. */
export const conditionHolds: PlaybookRule = (draft) => {
  const { where, over } = draft.proposal;
  const problem = expressionProblem('playbook_condition', where);
  if (problem !== null) return [{ node: 'where', reason: problem, fix: 'correct the expression' }];
  return [
    ...unknownNames('where', where, 'item', Object.keys(readOf(draft, over)!.fields)),
    ...unknownNames('where', where, 'parameters', parametersOf(draft)),
  ];
};

function unknownNames(node: string, source: string, variable: string, known: readonly string[]): readonly Found[] {
  return fieldsNamed(source, variable)
    .fields.filter((name) => !known.includes(name))
    .map((name) => ({ node, reason: `names ${variable}.${name}, which is not declared`, fix: oneOf(known) }));
}

const propertyNames = (schema: unknown): readonly string[] =>
  Object.keys((schema as { properties?: object } | null | undefined)?.properties ?? {});

const parametersOf = ({ definition }: Draft): readonly string[] => propertyNames(definition.parameters);

/** PL-18: an expectation uses the tool's result, the object, the tenant's settings and the day. */
export const expectationsHold: PlaybookRule = (draft) => {
  const fields = Object.keys(readOf(draft, draft.proposal.over)!.fields);
  return draft.proposal.steps.flatMap((step) =>
    causesOf(step.expect).flatMap(({ that }): readonly Found[] => {
      const problem = expressionProblem('step_expectation', that);
      if (problem !== null) return [{ node: step.id, reason: problem, fix: 'correct the expectation' }];
      return [
        ...unknownNames(step.id, that, 'result', propertyNames(toolOf(draft, step)!.result)),
        ...unknownNames(step.id, that, 'args', ['item', 'parameters', 'today', 'prose']),
        ...unknownNames(step.id, that, 'args.item', fields),
        ...unknownNames(step.id, that, 'args.parameters', parametersOf(draft)),
      ];
    }),
  );
};

/** A condition of a step uses the object, the tenant's settings, the day, and the results of earlier steps. */
export const stepConditionsHold: PlaybookRule = (draft) => {
  const fields = Object.keys(readOf(draft, draft.proposal.over)!.fields);
  return draft.proposal.steps.flatMap(({ id, when }): readonly Found[] => {
    if (when === undefined) return [];
    const problem = expressionProblem('step_condition', when);
    if (problem !== null) return [{ node: id, reason: problem, fix: 'correct `when`' }];
    return [...unknownNames(id, when, 'item', fields), ...unknownNames(id, when, 'parameters', parametersOf(draft))];
  });
};

/** A step waits for every step that its condition names. */
export const conditionsWaitForWhatTheyName: PlaybookRule = (draft) => {
  const ancestors = ancestorsIn(draft);
  return draft.proposal.steps.flatMap(({ id, when }): readonly Found[] => {
    if (when === undefined) return [];
    const { fields: named, whole } = fieldsNamed(when, 'steps');
    const known = [...ancestors.get(id)!];
    const others = named.filter((other) => !known.includes(other));
    return [
      ...(whole ? [{ node: id, reason: 'its `when` takes all steps', fix: 'write steps.<id>.result.<field>' }] : []),
      ...others.map((other) => ({
        node: id,
        reason: `its \`when\` names ${other} without depending on it`,
        fix: `add ${other} to dependsOn`,
      })),
      ...named
        .filter((other) => known.includes(other))
        .flatMap((other) => {
          const step = draft.proposal.steps.find((candidate) => candidate.id === other)!;
          return [
            ...unknownNames(id, when, `steps.${other}`, ['result']),
            ...unknownNames(id, when, `steps.${other}.result`, propertyNames(toolOf(draft, step)!.result)),
          ];
        }),
    ];
  });
};

/** PL-18: a look that may be left out keeps nothing from being done. */
export const whatIsExpectedIsLookedAt: PlaybookRule = ({ proposal: { steps } }) =>
  steps
    .filter(({ when, expect }) => when !== undefined && expect !== undefined)
    .map(({ id }) => ({
      node: id,
      reason: 'expects something, and would be left out when its `when` does not hold',
      fix: 'move `when` to the steps that wait for it',
    }));

function expressionProblem(kind: ExpressionKind, source: string): string | null {
  try {
    compileExpression(kind, source);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** For each step, everything it waits for. */
export const ancestorsIn = (draft: Draft): ReadonlyMap<string, ReadonlySet<string>> =>
  ancestorsOf(inDependencyOrder(nodesOf(draft))!);
