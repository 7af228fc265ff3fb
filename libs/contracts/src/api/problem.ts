import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';
import { ListOf, Text } from './parts';

/** RFC 9457, with the field at fault and, when several are, all of them. */
export const ProblemView = Closed({
  type: Text,
  title: Text,
  status: Type.Integer(),
  detail: Text,
  field: Type.Optional(Text),
  errors: Type.Optional(ListOf(Closed({ field: Text, detail: Text }))),
});
export type ProblemView = Readonly<Static<typeof ProblemView>>;
