import {
  compiledPattern,
  fillSentence,
  localised,
  valueAt,
  type AgentExample,
  type AgentProfile,
  type ArtifactBundle,
  type ExampleArgument,
  type IntentDefinition,
  type Values,
} from '@arbiter/contracts';
import { FUNCTION_WORDS } from '../local/function-words';
import { normalForm } from '../local/normal-form';
import { UNKNOWN_USAGE, type ModelPart } from '../provider';
import type { TextReader } from '../text-reader';
import type { AgentAsk } from './agent-ask';

type Call = AgentExample['calls'][number];
type Listed = Extract<ExampleArgument, { among: string }>;

/**
 * The next step of an agent without a language model: that of the example whose wishes are most like this one. A wish
 * that is like none, and an outcome that no example foresaw, have no answer.
 */
export const referenceStep = (asked: AgentAsk, profile: AgentProfile, bundle: ArtifactBundle) =>
  async function* (reader: TextReader, signal: AbortSignal): AsyncGenerator<ModelPart> {
    signal.throwIfAborted();
    const example = await exampleFor(asked, profile, reader, signal);
    yield* example === null ? [] : stepOf(example, asked, bundle);
    yield { type: 'end', finish: 'stop', usage: UNKNOWN_USAGE };
  };

function* stepOf(
  { calls, copy }: AgentExample,
  { wish, exchanges, final, locale }: AgentAsk,
  bundle: ArtifactBundle,
): Generator<ModelPart> {
  const made = exchanges.flatMap((exchange) => ('refused' in exchange ? [] : [exchange]));
  if (made.length < exchanges.length || made.some(({ status }) => status !== 'completed')) return;
  const results = Object.fromEntries(made.map(({ result }, index) => [`${index + 1}`, result]));
  const next = calls[made.length];
  if (next !== undefined && final === null) {
    const args = argumentsOf(next, wish, results);
    const call = { id: 'call', name: next.tool, arguments: JSON.stringify(args) };
    if (args !== null) yield { type: 'tool_call', call };
    return;
  }
  if (next !== undefined) return;
  const speech = localised(bundle, locale).copy;
  yield { type: 'text', text: fillSentence(speech.sentences[copy] ?? '', { wish, results }, speech) };
}

/** Null where one of them is not there. */
function argumentsOf({ args }: Call, wish: string, results: Values): Values | null {
  const found = Object.entries(args).map(([name, source]) => [name, argumentOf(source, wish, results)] as const);
  return found.some(([, value]) => value === undefined) ? null : Object.fromEntries(found);
}

function argumentOf(source: ExampleArgument, wish: string, results: Values): unknown {
  if ('value' in source) return source.value;
  if ('from' in source) return valueAt({ wish, results }, source.from.split('.'));
  if ('among' in source) return oneNamed(source, wish, results);
  const { fits } = compiledPattern(source.match);
  return wordsOf(wish).filter(fits)[(source.which ?? 1) - 1];
}

/** Undefined where the wish names none of the items, or several equally. */
function oneNamed({ among, by, take }: Listed, wish: string, results: Values): unknown {
  const listed = valueAt({ results }, among.split('.'));
  const items = Array.isArray(listed) ? (listed as readonly Values[]) : [];
  const wished = matterOf(wish);
  const shared = items.map((item) => [...matterOf(String(item[by] ?? ''))].filter((word) => wished.has(word)).length);
  const most = Math.max(0, ...shared);
  const [named, ...others] = items.filter((_, index) => most > 0 && shared[index] === most);
  return others.length === 0 ? named?.[take] : undefined;
}

/** The words that say what a text is about. */
const matterOf = (text: string): ReadonlySet<string> =>
  new Set(
    normalForm(text)
      .split(' ')
      .filter((word) => word !== '' && !FUNCTION_WORDS.has(word)),
  );

const wordsOf = (wish: string): readonly string[] =>
  (wish.match(/[\p{L}\p{N}][\p{L}\p{N}_.@/-]*/gu) ?? []).map((word) => word.replace(/[.-]+$/, ''));

async function exampleFor(
  { wish, locale }: AgentAsk,
  profile: AgentProfile,
  reader: TextReader,
  signal: AbortSignal,
): Promise<AgentExample | null> {
  const { intents, eligible } = readable(profile);
  const { intentId } = await reader.judge(normalForm(wish), { text: wish, intents, eligible, locale }, signal);
  return intentId === null ? null : profile.examples![eligible.indexOf(intentId)]!;
}

interface Readable {
  readonly intents: readonly IntentDefinition[];
  readonly eligible: readonly string[];
}
const known = new WeakMap<AgentProfile, Readable>();

/** The examples of a profile as an embedded provider tells wishes apart; made once a bundle. */
function readable(profile: AgentProfile): Readable {
  const found = known.get(profile);
  if (found) return found;
  const intents = (profile.examples ?? []).map(({ wishes }, index) => ({
    intent: `example_${index}`,
    description: '',
    examples: [...wishes],
    slots: [],
    template: '',
  }));
  const made = { intents, eligible: intents.map(({ intent }) => intent) };
  known.set(profile, made);
  return made;
}
