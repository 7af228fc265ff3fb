import { ROLE, type ProposedStep } from '@arbiter/contracts';
import { literalProblem } from '../literal';
import { oneOf, toolOf, type Draft, type PlaybookRefusal, type PlaybookRule } from '../draft';
import { ancestorsIn } from './shape';
import { originOf, sourceOfOrigin, typesOf, type Origin, type Source, type ValueSchema } from './sources';

type Found = Omit<PlaybookRefusal, 'rule'>;

const schemaOf = (draft: Draft, step: ProposedStep): ValueSchema => toolOf(draft, step)!.args as ValueSchema;

export const argumentsAreTaken: PlaybookRule = (draft) =>
  draft.proposal.steps.flatMap((step) => {
    const { properties = {}, required = [] } = schemaOf(draft, step);
    const given = Object.keys(step.args);
    const unknown = given.filter((name) => !Object.hasOwn(properties, name));
    const missing = required.filter((name) => !given.includes(name));
    return [
      ...unknown.map((name) => ({
        node: `${step.id}.${name}`,
        reason: `${step.tool} takes no such argument`,
        fix: oneOf(Object.keys(properties)),
      })),
      ...missing.map((name) => ({ node: step.id, reason: `${step.tool} needs ${name}`, fix: 'add it to its args' })),
    ];
  });

/** Each argument with the schema that it must meet. */
function* argumentsOf(draft: Draft): Generator<readonly [ProposedStep, string, Origin, ValueSchema]> {
  for (const step of draft.proposal.steps) {
    const { properties = {} } = schemaOf(draft, step);
    for (const [name, value] of Object.entries(step.args)) yield [step, name, originOf(value), properties[name]!];
  }
}

/** What an argument is taken from is there: declared, and read before. */
export const bindingsExist: PlaybookRule = (draft) => {
  const ancestors = ancestorsIn(draft);
  const found: Found[] = [];
  for (const [step, name, origin] of argumentsOf(draft)) {
    const node = `${step.id}.${name}`;
    if (origin.of === 'nothing')
      found.push({
        node,
        reason: `${origin.from} names nothing`,
        fix: 'write item.<field>, parameters.<name>, today or steps.<id>.result.<field>',
      });
    else if (origin.of === 'step' && !ancestors.get(step.id)!.has(origin.stepId))
      found.push({
        node,
        reason: `takes a value of ${origin.stepId} without depending on it`,
        fix: `add ${origin.stepId} to dependsOn`,
      });
    else if (origin.of !== 'literal' && sourceOfOrigin(draft, origin) === null)
      found.push({ node, reason: `${placeOf(origin)} is not declared`, fix: 'name one that the playbook declares' });
  }
  return found;
};

const placeOf = (origin: Origin): string => {
  if (origin.of === 'prose') return `the prose ${origin.slot}`;
  if (origin.of === 'step') return `steps.${origin.stepId}.result.${origin.path.join('.')}`;
  return 'path' in origin ? `${origin.of}.${origin.path.join('.')}` : origin.of;
};

/** Literals meet the schema of the tool; what is bound has a type that does. */
export const argumentsFit: PlaybookRule = (draft) => {
  const found: Found[] = [];
  for (const [step, name, origin, schema] of argumentsOf(draft)) {
    const problem =
      origin.of === 'literal' ? literalProblem(origin.value, schema) : misfit(sourceOfOrigin(draft, origin)!, schema);
    if (problem !== null)
      found.push({ node: `${step.id}.${name}`, reason: problem, fix: `give what ${step.tool} takes` });
  }
  return found;
};

function misfit({ types: given }: Source, schema: ValueSchema): string | null {
  const taken = typesOf(schema);
  if (taken === null) return null;
  if (given === null) return `its type is not known, and it takes ${taken.join(' or ')}`;
  const other = given.find((type) => !taken.some((name) => name === type || (name === 'number' && type === 'integer')));
  return other === undefined ? null : `is ${other}, and it takes ${taken.join(' or ')}`;
}

/** PL-19, CP-11: what somebody has written never says whom to reach, how much, or which object. */
export const freeTextDecidesNothing: PlaybookRule = (draft) => {
  const found: Found[] = [];
  for (const [step, name, origin, schema] of argumentsOf(draft)) {
    const role = schema[ROLE];
    if (role === undefined || origin.of === 'literal') continue;
    if (sourceOfOrigin(draft, origin)!.isFreeText)
      found.push({
        node: `${step.id}.${name}`,
        reason: `free text (${placeOf(origin)}) would decide its ${role}`,
        fix: 'take it from a field or a result that is declared with a pattern, a format or a type of its own',
      });
  }
  return found;
};

/** A model does not say whom to reach, or how much: these come from records and settings. */
export const literalsDecideNothing: PlaybookRule = (draft) => {
  const found: Found[] = [];
  for (const [step, name, origin, schema] of argumentsOf(draft))
    if (origin.of === 'literal' && schema[ROLE] !== undefined)
      found.push({
        node: `${step.id}.${name}`,
        reason: `its ${schema[ROLE]} stands in the plan itself`,
        fix: 'bind it to a field, a result or a parameter',
      });
  return found;
};
