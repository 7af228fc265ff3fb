import type { Evidence, Retrieved, Source } from '@arbiter/contracts';
import { kindOf, type OpenRun } from '../state/run';

/** A quotation is read at a glance, in characters. */
const LONGEST_EXCERPT = 420;

/** The result of a retrieve step: the evidence, and the best of it to be quoted. */
export function retrievedOf(evidence: readonly Evidence[]): Retrieved {
  const [best] = evidence as readonly [Evidence, ...Evidence[]];
  const source = best.section === '' ? best.title : `${best.title}, ${best.section}`;
  return { evidence: [...evidence], excerpt: excerptOf(best.text), source };
}

export const sourcesIn = ({ evidence }: Pick<Retrieved, 'evidence'>): readonly Source[] =>
  evidence.map(({ id, title, section, text, uri }) => ({
    id,
    title,
    section,
    excerpt: excerptOf(text),
    ...(uri === undefined ? {} : { uri }),
  }));

/** The sources of a reply: the evidence of every retrieval of the run, each passage once. */
export function sourcesOf(run: OpenRun): readonly Source[] {
  const found = evidenceOf(run);
  return sourcesIn({
    evidence: found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index),
  });
}

const evidenceOf = (run: OpenRun): readonly Evidence[] =>
  (run.planned?.plan.steps ?? []).flatMap((step) => {
    const record = run.steps[step.id];
    return record?.status === 'completed' ? (kindOf(run, step).evidence?.(record.result) ?? []) : [];
  });

/** As many whole sentences as fit; a first sentence that is longer is cut at a word. */
function excerptOf(text: string): string {
  if (text.length <= LONGEST_EXCERPT) return text;
  const cut = text.slice(0, LONGEST_EXCERPT);
  const end = Math.max(...['. ', '! ', '? ', '.\n', '!\n', '?\n'].map((mark) => cut.lastIndexOf(mark)));
  return end > 0 ? cut.slice(0, end + 1) : `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).toWellFormed()}…`;
}
