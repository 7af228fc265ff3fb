import { Closed } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parse } from 'yaml';

/** The metadata that a document states about itself. */
const FrontMatter = Closed({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  locale: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })),
  audience: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }), { minItems: 1 })),
  uri: Type.Optional(Type.String({ pattern: '^https?://\\S+$', maxLength: 2_000 })),
});
export type FrontMatter = Static<typeof FrontMatter>;

const FRONT_MATTER = Compile(FrontMatter);
const FENCED = /^\uFEFF?---\r?\n([\s\S]*?)(?:\r?\n)?---\r?(?:\n|$)/u;

export type FrontMatterResult = { readonly front: FrontMatter; readonly body: string } | { readonly problem: string };

/**
 * The YAML between two lines of `---` at the head of a text, and the text after it; without such a head the front
 * matter is empty.
 */
export function frontMatterOf(text: string): FrontMatterResult {
  const [fenced, yaml = ''] = FENCED.exec(text) ?? [];
  if (fenced === undefined) return { front: {}, body: text };
  const read = frontMatterIn(yaml);
  return 'problem' in read ? read : { front: read.front, body: text.slice(fenced.length) };
}

/** The same from YAML alone, kept in a file of its own beside one that has no room for it. */
export function frontMatterIn(yaml: string): { readonly front: FrontMatter } | { readonly problem: string } {
  const value = parsed(yaml);
  if (FRONT_MATTER.Check(value)) return { front: value };
  const [error] = FRONT_MATTER.Errors(value);
  return {
    problem: `the front matter ${error?.instancePath ?? ''} ${error?.message ?? 'is no YAML'}`.replace('  ', ' '),
  };
}

function parsed(yaml: string): unknown {
  try {
    return (parse(yaml, { maxAliasCount: 0 }) as unknown) ?? {};
  } catch {
    return undefined;
  }
}
