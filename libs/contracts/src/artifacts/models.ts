import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';

/** PV-02, PV-07: tiers in order of preference; a provider's secrets come from the environment. */
export const ModelsDefinition = Closed({
  tiers: Type.Record(Type.String({ pattern: '^[ABC]$' }), Type.Array(Closed({ provider: Type.String(), model: Type.String() }), { minItems: 1 }), { additionalProperties: false }),
  purposes: Type.Record(Type.String(), Type.String({ pattern: '^[ABC]$' })),
  timeoutMilliseconds: Type.Integer({ minimum: 100 }),
  minimumConfidence: Type.Number({ minimum: 0, maximum: 1 }),
});
export type ModelsDefinition = Static<typeof ModelsDefinition>;
