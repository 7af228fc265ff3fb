import {
  COUNTS,
  DEEPEST_SENTENCE,
  FORMATTERS,
  FORMATTERS_WITH_ARGUMENT,
  isCurrency,
  placeOf,
  placeholdersOf,
  type CopyDefinition,
  type Formatter,
  type Place,
} from '@arbiter/contracts';
import type { Path } from '../artifact-source';
import { oneOf } from './check';
import { codesOf, knownOfItems, mayBe, schemaAt, type Known, type ValueSchema } from './known';

type Problem = readonly [reason: string, fix: string];

interface Scene {
  readonly copy: CopyDefinition;
  readonly known: Known;
  /** the key of the sentence that is checked */
  readonly said: string;
  readonly report: (path: Path, reason: string, fix: string) => void;
}

/**
 * Every placeholder of a text names a value that is known at that point, and its formatter can write that value. The
 * same holds for the words and lines inside it.
 */
export function checkPlaces(text: string, path: Path, scene: Scene, depth = DEEPEST_SENTENCE): void {
  if (depth === 0)
    return scene.report(
      path,
      `"${scene.said}" leads to words within words without end`,
      'let no words and no line lead back to themselves',
    );
  for (const name of placeholdersOf(text)) {
    const place = placeOf(name);
    if (place === null) continue;
    const schema = schemaAt(scene.known, place.path);
    const problem = schema === undefined ? unknownName(place, scene) : problemOf(place, schema, scene);
    if (problem) scene.report(path, ...problem);
    else checkInside(place, schema ?? null, scene, depth);
  }
}

const unknownName = ({ path }: Place, { known, said }: Scene): Problem => [
  `nothing is known as {${path.join('.')}} when "${said}" is said`,
  oneOf(Object.keys(known)),
];

/** Why a place cannot be written, or null. */
function problemOf(place: Place, schema: ValueSchema | null, scene: Scene): Problem | null {
  const { formatter, argument } = place;
  const name = place.path.join('.');
  if (formatter === null) return rawProblem(name, schema);
  if (!FORMATTERS.includes(formatter as Formatter)) return [`there is no formatter "${formatter}"`, oneOf(FORMATTERS)];
  if (FORMATTERS_WITH_ARGUMENT.includes(formatter) !== (argument !== null)) {
    return argument === null
      ? [`{${name}:${formatter}} does not say of what`, `write {${name}:${formatter}.<name>}`]
      : [`${formatter} takes no name`, `write {${name}:${formatter}}`];
  }
  return BY_FORMATTER[formatter as Formatter](name, schema, argument ?? '', scene, place);
}

/** CL-12: a value that only machines understand is never shown raw. */
function rawProblem(name: string, schema: ValueSchema | null): Problem | null {
  if (codesOf(schema) !== null) return [`{${name}} is a code`, `write {${name}:words.<family>}`];
  if (schema?.format === 'date' || schema?.format === 'date-time')
    return [
      `{${name}} is written for machines`,
      `write {${name}:date}${schema.format === 'date' ? '' : ` or {${name}:time}`}`,
    ];
  return mayBe(schema, ['string', 'number', 'integer', 'boolean'])
    ? null
    : [`{${name}} is no text`, `write {${name}:lines.<sentence>}, or name a field of it`];
}

type Rule = (name: string, schema: ValueSchema | null, argument: string, scene: Scene, place: Place) => Problem | null;

const needs =
  (types: readonly string[]): Rule =>
  (name, schema) =>
    mayBe(schema, types)
      ? null
      : [`{${name}} is no ${types.join(' and no ')}`, `let its schema say so, or write {${name}}`];

const BY_FORMATTER: Readonly<Record<Formatter, Rule>> = {
  date: needs(['string']),
  time: needs(['string']),
  money: (name, schema, argument, scene, place) => {
    const sibling = schemaAt(scene.known, [...place.path.slice(0, -1), argument]);
    if (!isCurrency(argument) && sibling === undefined)
      return [
        `nothing says the currency of {${name}}`,
        'write a currency (EUR), or the field beside it that holds one',
      ];
    return needs(['number', 'integer'])(name, schema, argument, scene, place);
  },
  words: (name, schema, argument, scene) => {
    const codes = codesOf(schema);
    return codes === null
      ? [`nothing says which codes {${name}} may have`, 'list them as `enum` in its schema']
      : familyProblem(argument, codes, scene);
  },
  count: (name, schema, argument, scene, place) =>
    needs(['array', 'number', 'integer'])(name, schema, argument, scene, place) ??
    familyProblem(argument, COUNTS, scene),
  lines: (name, schema, argument, { copy }) => {
    if (!Object.hasOwn(copy.sentences, argument))
      return [`there is no sentence "${argument}"`, 'add it to `sentences`'];
    return knownOfItems(schema) === null
      ? [`nothing says what the items of {${name}} hold`, 'give its schema `items` with `properties`']
      : null;
  },
};

function familyProblem(family: string, codes: readonly string[], { copy: { words = {} } }: Scene): Problem | null {
  if (!Object.hasOwn(words, family)) return [`there are no words "${family}"`, oneOf(Object.keys(words))];
  const missing = codes.filter((code) => !Object.hasOwn(words[family]!, code));
  return missing.length === 0
    ? null
    : [`"${family}" has no words for ${missing.join(', ')}`, `add them to \`words.${family}\``];
}

/** The words and lines that a placeholder leads to name only values that are known there. */
function checkInside({ formatter, argument }: Place, schema: ValueSchema | null, scene: Scene, depth: number): void {
  const { words = {}, sentences } = scene.copy;
  if (argument === null || formatter === null) return;
  if (formatter === 'lines')
    return checkPlaces(
      sentences[argument]!,
      ['sentences', argument],
      { ...scene, known: knownOfItems(schema)!, said: argument },
      depth - 1,
    );
  if (formatter !== 'words' && formatter !== 'count') return;
  const codes = formatter === 'count' ? COUNTS : codesOf(schema)!;
  for (const code of codes)
    checkPlaces(
      words[argument]![code]!,
      ['words', argument, code],
      { ...scene, said: `${argument}.${code}` },
      depth - 1,
    );
}
