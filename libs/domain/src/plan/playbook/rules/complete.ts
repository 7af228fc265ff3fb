import { sentenceOf } from '../../../words';
import { saysHowItLooks, typesOf, type ValueSchema } from './schema';
import { oneOf, readOf, type PlaybookRefusal, type PlaybookRule } from '../draft';

type Found = Omit<PlaybookRefusal, 'rule'>;

/** The sentence that reports the outcome of a playbook's run. */
export const DIGEST_COPY = 'playbook_digest';

/**
 * The parts that the compiler itself adds to a plan exist: the read of the objective, the name of an object, the words
 * at the end.
 */
export const playbookIsComplete: PlaybookRule = (draft) => {
  const { objective, reads, prose = [], extract = [] } = draft.definition;
  const found: Found[] = [];
  const objectives = readOf(draft, objective.over);
  if (!objectives)
    found.push({
      node: 'objective',
      reason: `is about ${objective.over}, which is no declared read`,
      fix: oneOf(reads.map(({ read }) => read)),
    });
  for (const read of new Set([objectives, readOf(draft, draft.proposal.over)]))
    if (read && read.fields[objective.object] !== 'identifier')
      found.push({
        node: read.read,
        reason: `has no field ${objective.object} that names an object`,
        fix: 'declare it, of the type identifier',
      });
  for (const { extract: slot, value } of extract)
    if (!isClosedValue(value as ValueSchema))
      found.push({
        node: `extract.${slot}`,
        reason: 'nothing says what its value looks like',
        fix: 'give it a type; and a text an enum, a format, or a pattern from ^ to $',
      });
  for (const copy of [DIGEST_COPY, ...prose.map(({ copy: sentence }) => sentence)])
    if (sentenceOf(draft.bundle, copy) === undefined)
      found.push({ node: 'copy', reason: `the tenant has no sentence ${copy}`, fix: 'add it to copy.yaml' });
  return found;
};

/** A single value, that leaves no room for a text of one's own. */
function isClosedValue(schema: ValueSchema): boolean {
  const types = typesOf(schema);
  if (types === null || types.includes('object') || types.includes('array')) return false;
  return !types.includes('string') || saysHowItLooks(schema);
}
