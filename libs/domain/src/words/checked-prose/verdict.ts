/** Why a segment is not shown; never what it said. */
export const REFUSED_CLAIMS = [
  'amount',
  'answer',
  'citation',
  'combination',
  'contact',
  'date',
  'deed',
  'disguise',
  'duration',
  'identifier',
  'language',
  'link',
  'markup',
  'number',
  'promise',
  'secret',
  'status',
  'too_long',
  'word',
] as const;
export type RefusedClaim = (typeof REFUSED_CLAIMS)[number];

/** What came of a segment: it may be shown, or which kind of claim in it is founded on nothing. */
export type Verdict =
  | { readonly isFounded: true; readonly about: readonly string[] }
  | { readonly isFounded: false; readonly claim: RefusedClaim };
