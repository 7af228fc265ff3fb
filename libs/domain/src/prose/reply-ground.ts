import { nextKeyOf, type ArtifactBundle, type EventData, type Evidence, type Values } from '@arbiter/contracts';
import type { Ground } from './ground';
import { copyIfThere, renderCopy } from '../words';

/** The inputs of a request for a reply. */
export type AskedReply = Pick<EventData<'reply.requested'>, 'copy' | 'closing' | 'values' | 'requestedAt'>;

/** The facts that a reply may state, and the replacement of unfounded sentences; the bundle is in its language. */
export interface ReplyGround {
  readonly ground: Ground;
  readonly copy: string;
}

export function groundOfReply(asked: AskedReply, bundle: ArtifactBundle): ReplyGround {
  const { args = {}, steps = {}, ...own } = asked.values;
  const results = Object.values(steps as Values).map((step) => (step as { readonly result: unknown }).result);
  const copy = renderCopy(bundle, asked.copy, asked.values);
  const offered = copyIfThere(bundle, nextKeyOf(asked.copy), asked.values);
  return {
    copy,
    ground: {
      copy: [copy, offered, asked.closing].filter((text) => text !== null),
      results: [...[own, args].map(withoutTexts), ...results.map(withoutEvidence)],
      evidence: eachOnce(results.flatMap(evidenceIn)),
      speech: bundle.copy,
      now: asked.requestedAt,
    },
  };
}

/** A person's text is no fact, but the names and numbers in it may be repeated. */
export const withoutTexts = (values: unknown): Values =>
  Object.fromEntries(
    Object.entries(values as Values).filter(([, value]) => typeof value !== 'string' || !/\s/u.test(value.trim())),
  );

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const evidenceIn = (result: unknown): readonly Evidence[] =>
  isObject(result) && Array.isArray(result['evidence'])
    ? (result['evidence'] as readonly unknown[]).filter(isEvidence)
    : [];

/** As the sources of a reply are counted: a passage that was found twice is one. */
const eachOnce = (evidence: readonly Evidence[]): readonly Evidence[] =>
  evidence.filter(({ id }, index) => evidence.findIndex((other) => other.id === id) === index);

const isEvidence = (value: unknown): value is Evidence =>
  isObject(value) &&
  [value['id'], value['title'], value['section'], value['text']].every((part) => typeof part === 'string');

/** Evidence is read as texts, not as fields. */
const withoutEvidence = (result: unknown): unknown =>
  evidenceIn(result).length === 0
    ? result
    : Object.fromEntries(Object.entries(result as Values).filter(([name]) => name !== 'evidence'));
