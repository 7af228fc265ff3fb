import { Type, type Static } from 'typebox';
import { Closed } from './vocabulary';

/**
 * CX-01: the size of the context of a model's answer, and the parts that were left out for its size. Names and counts,
 * never a value.
 */
export const ContextReport = Closed({
  tokens: Type.Integer({ description: 'estimated, rather too many than too few' }),
  cut: Type.Array(
    Closed({
      field: Type.String(),
      kept: Type.Integer({ description: 'entries of a list, characters of a text' }),
      of: Type.Integer(),
    }),
  ),
});
export type ContextReport = Static<typeof ContextReport>;
