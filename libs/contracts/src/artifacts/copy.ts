import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';

/** CL-12: every sentence the platform says itself, by key; `{name}` is replaced from the values given. */
export const CopyDefinition = Closed({
  locale: Type.String(),
  sentences: Type.Record(Type.String(), Type.String()),
  lexicon: Closed({
    override: Type.Array(Type.String()),
    nudge: Type.Array(Type.String()),
    filler: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'copy key of the reply to the phrases it answers' }),
    yes: Type.Array(Type.String()),
    no: Type.Array(Type.String()),
  }),
});
export type CopyDefinition = Static<typeof CopyDefinition>;
