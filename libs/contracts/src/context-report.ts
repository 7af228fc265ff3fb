import { Type, type Static } from 'typebox';
import { Closed } from './vocabulary';

/**
 * CX-01: how large the context of a model's answer was, and what of it had been left out for its size. Names and
 * counts, never a value.
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
