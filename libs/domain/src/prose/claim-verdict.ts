/** Why a segment is not shown; never its words. */
export const REFUSED_CLAIMS = [
  'amount',
  'answer',
  'citation',
  'combination',
  'contact',
  'date',
  'deed',
  'denial',
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

/** The verdict on a segment: it may be shown, or the kind of its unfounded claim. */
export type Verdict =
  | { readonly isFounded: true; readonly about: readonly string[] }
  | { readonly isFounded: false; readonly claim: RefusedClaim };
