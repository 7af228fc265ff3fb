import { ARGUMENT_ORIGINS, type AgentFact, type ArgumentOrigin } from '@arbiter/contracts';
import { normalText } from '../../agent/call-signature';
import { memoiseLast } from '../../memoise';
import type { Subject } from './finding';

type Origins = Readonly<Record<string, ArgumentOrigin>>;

/**
 * Where each argument of an action comes from. The plan binds those of a step. In a call that a model chose, a value is
 * the person's where it stands in their own words, a record's where it stands in a recorded result, and else the
 * model's. What is put together is as uncertain as its least certain part. Several rules ask for those of one action.
 */
export const argumentOrigins = memoiseLast(originsIn);

function originsIn({ request: { args, origin }, context: { provenance } }: Subject): Origins {
  const names = Object.keys(args);
  if (origin.kind !== 'agent_call') return Object.fromEntries(names.map((name) => [name, 'plan']));
  const facts = (provenance?.agents ?? []).flat();
  const said = facts.slice(0, 1).flatMap(wishIn).map(wordsOf);
  const found = new Set(facts.flatMap(resultIn).flatMap(leavesOf).map(phraseOf));
  const originOf = (leaf: unknown): ArgumentOrigin => {
    const phrase = phraseOf(leaf);
    if (phrase === '') return 'model';
    if (said.some((words) => words.includes(` ${phrase} `))) return 'person';
    return found.has(phrase) ? 'record' : 'model';
  };
  return Object.fromEntries(names.map((name) => [name, leastCertain(leavesOf(args[name]).map(originOf))]));
}

const leastCertain = (origins: readonly ArgumentOrigin[]): ArgumentOrigin =>
  ARGUMENT_ORIGINS.findLast((origin) => origins.includes(origin)) ?? 'model';

const wishIn = (fact: AgentFact): readonly string[] => (fact.name === 'agent.opened' ? [fact.data.wish] : []);
const resultIn = (fact: AgentFact): readonly unknown[] => (fact.name === 'agent.call_ended' ? [fact.data.result] : []);

const leavesOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

const WORD = /[\p{L}\p{N}]+(?:[.@_/:+-][\p{L}\p{N}]+)*/gu;

/** Its words in their normal form, apart from punctuation and from the case of letters. */
const phraseOf = (value: unknown): string =>
  (`${normalText(String(value))}`.match(WORD) ?? []).map((word) => `${normalText(word)}`.toLowerCase()).join(' ');
const wordsOf = (text: string): string => ` ${phraseOf(text)} `;
