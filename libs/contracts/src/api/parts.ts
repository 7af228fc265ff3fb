import { Type, type Static, type TSchema } from 'typebox';

/** The parts of which the schemas of the API's answers are made. */

export const Text = Type.String();
export const Uuid = Type.String({ format: 'uuid' });
export const Day = Type.String({ format: 'date' });
export const Count = Type.Integer({ minimum: 0 });
export const Cursor = Type.Integer();

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A list that its reader does not change. */
export const ListOf = <S extends TSchema>(schema: S) => Type.Unsafe<readonly Static<S>[]>(Type.Array(schema));

/** The same schema with a sentence for the reader of the API's document. */
export const Described = <S extends TSchema>(schema: S, description: string): S => ({ ...schema, description });
