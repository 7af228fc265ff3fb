import type { ArgumentRole, ProposedStep } from '@arbiter/contracts';
import { literalProblem } from '../literal';
import { oneOf, toolOf, type Draft, type PlaybookRefusal, type PlaybookRule } from '../draft';
import { roleOf } from './roles';
import { propertyOf, typesOf, type ValueSchema } from './schema';
import { ancestorsIn } from './shape';
import { originOf, sourceOfOrigin, type Origin, type Source } from './sources';

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

interface Argument {
  readonly step: ProposedStep;
  readonly name: string;
  readonly node: string;
  readonly origin: Origin;
  /** the schema that all arguments of the tool together must meet */
  readonly root: ValueSchema;
}

const argumentsOf = (draft: Draft): readonly Argument[] =>
  draft.proposal.steps.flatMap((step) =>
    Object.entries(step.args).map(([name, value]) => ({
      step,
      name,
      node: `${step.id}.${name}`,
      origin: originOf(value),
      root: schemaOf(draft, step),
    })),
  );

/** The source of an argument exists: it is declared, and read before. */
export const bindingsExist: PlaybookRule = (draft) => {
  const ancestors = ancestorsIn(draft);
  const found: Found[] = [];
  for (const { step, node, origin } of argumentsOf(draft)) {
    if (origin.of === 'nothing')
      found.push({
        node,
        reason: `${origin.from} names nothing`,
        fix: 'write item.<field>, parameters.<name>, today, extract.<slot> or steps.<id>.result.<field>',
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
  if (origin.of === 'extract') return `extract.${origin.slot}`;
  if (origin.of === 'step') return `steps.${origin.stepId}.result.${origin.path.join('.')}`;
  return 'path' in origin ? `${origin.of}.${origin.path.join('.')}` : origin.of;
};

/** Literals meet the schema of the tool; a bound value has a type that meets it. */
export const argumentsFit: PlaybookRule = (draft) =>
  argumentsOf(draft).flatMap(({ step, name, node, origin, root }): Found[] => {
    const schema = propertyOf(root, name, root);
    const problem =
      schema === undefined
        ? 'nothing says what it takes'
        : origin.of === 'literal'
          ? literalProblem(origin.value, schema, root)
          : misfit(sourceOfOrigin(draft, origin)!, schema);
    return problem === null ? [] : [{ node, reason: problem, fix: `give what ${step.tool} takes` }];
  });

function misfit({ types: given }: Source, schema: ValueSchema): string | null {
  const taken = typesOf(schema);
  if (taken === null) return null;
  if (given === null) return `its type is not known, and it takes ${taken.join(' or ')}`;
  const other = given.find((type) => !taken.some((name) => name === type || (name === 'number' && type === 'integer')));
  return other === undefined ? null : `is ${other}, and it takes ${taken.join(' or ')}`;
}

/** PL-19, CP-11: free text never decides whom to reach, how much, or which object. */
export const freeTextDecidesNothing: PlaybookRule = (draft) =>
  argumentsOf(draft).flatMap(({ name, node, origin, root }): Found[] => {
    const role = roleOf(name, root);
    if (role === null || origin.of === 'literal' || !isWritten(draft, origin, role)) return [];
    return [
      {
        node,
        reason: `free text (${placeOf(origin)}) would decide its ${role}`,
        fix: 'take it from a field or a result that is declared with a pattern, a format or a type of its own',
      },
    ];
  });

/**
 * A value extracted from a text may name a record, in its declared form; it decides neither whom to reach nor how much.
 */
const isWritten = (draft: Draft, origin: Origin, role: ArgumentRole): boolean =>
  origin.of === 'extract' ? role !== 'identity' : sourceOfOrigin(draft, origin)!.isFreeText;

/** A model decides neither whom to reach nor how much: these come from records and settings. */
export const literalsDecideNothing: PlaybookRule = (draft) =>
  argumentsOf(draft).flatMap(({ name, node, origin, root }): Found[] => {
    const role = origin.of === 'literal' ? roleOf(name, root) : null;
    return role === null
      ? []
      : [
          {
            node,
            reason: `its ${role} stands in the plan itself`,
            fix: 'bind it to a field, a result or a parameter',
          },
        ];
  });
