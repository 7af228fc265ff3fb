import { Type, type Static } from 'typebox';
import { Day, Verdict } from '../playbook-run';
import { Closed, OneOf } from '../vocabulary';

/** The sandboxes: each computes by itself what is right. */
export const SANDBOXES = ['studio', 'shop'] as const;

/** Objects by their names: written down one by one, or a list that the sandbox itself computes for that day. */
const Objects = Type.Union(
  [
    Type.Array(Type.String()),
    Closed({
      truth: Type.String({ description: "a list of the sandbox's own truth" }),
      except: Type.Optional(Type.Array(Type.String(), { description: 'and not these' })),
    }),
  ],
  { description: 'a list of objects, or `{truth: <a list of what the sandbox knows>}`, with `except` if need be' },
);
export type GoldenObjects = Static<typeof Objects>;

const GoldenDay = Closed({
  day: Day,
  dealtWith: { ...Objects, description: 'the objects of which something is to be written, each once; no others' },
  verdict: { ...Verdict, description: 'whether the objective holds afterwards' },
  failing: { ...Objects, description: 'the objects that break the objective afterwards' },
});
export type GoldenDay = Static<typeof GoldenDay>;

/** EVL-06: the expected outcomes of a playbook in situations of known truth: none is derived from what Arbiter did. */
export const GoldenDefinition = Closed({
  playbook: Type.String(),
  tenant: Type.String({ description: 'the tenant that it is carried out for' }),
  sandbox: OneOf(SANDBOXES),
  deed: Closed({
    route: Type.String({
      description: 'of the sandbox, such as `POST /messages`: what is written through it is counted',
    }),
    object: Type.String({ description: 'the field of what is sent there that names the object' }),
  }),
  situations: Type.Array(
    Closed({
      seed: Type.Integer({
        minimum: 0,
        maximum: 4_294_967_295,
        description: 'the data of the sandbox follows from it',
      }),
      days: Type.Array(GoldenDay, { minItems: 1, maxItems: 31, description: 'one after the other' }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
export type GoldenDefinition = Static<typeof GoldenDefinition>;

const Share = Type.Number({ minimum: 0, maximum: 1 });

/** The results of an evaluation, each from 0 to 1; more is better. */
export const GoldenMetrics = Closed({
  objective: {
    ...Share,
    description: 'of the objects, those for which the objective holds or its owner accepts that it does not',
  },
  verdicts: { ...Share, description: 'of the days, those whose verdict was the right one' },
  precision: { ...Share, description: 'of all that was done, what was right' },
  recall: { ...Share, description: 'of all that was to be done, what was done' },
});
export type GoldenMetrics = Static<typeof GoldenMetrics>;

/** PV-06: the results of a playbook with a tenant's models. */
export const GoldenRecord = Closed({
  playbook: Type.String(),
  work: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'the hash of what models do for it: what they are shown, and which of them are asked',
  }),
  provider: Type.String({ description: 'who was asked' }),
  measuredOn: Day,
  ...GoldenMetrics.properties,
});
export type GoldenRecord = Static<typeof GoldenRecord>;
