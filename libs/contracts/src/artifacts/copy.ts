import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';

const Phrases = Type.Array(Type.String({ minLength: 1 }));

/** The phrases of a tenant's people, besides the words every language of the platform knows. */
export const Lexicon = Closed({
  override: Type.Optional(Phrases),
  nudge: Type.Optional(Phrases),
  filler: Type.Optional(
    Type.Record(Type.String(), Phrases, { description: 'copy key of the reply to the phrases it answers' }),
  ),
  yes: Type.Optional(Phrases),
  no: Type.Optional(Phrases),
});
export type Lexicon = Static<typeof Lexicon>;

/**
 * CL-12: every sentence of the platform, by key; `{name}` and `{name:formatter}` are filled in with the given values.
 * `<key>_brief` is the sentence on the small label of a topic: a question's subject, or a reply's outcome. `<key>_next`
 * is the next step that a model may offer after the sentence (PR-05).
 */
export const CopyDefinition = Closed({
  locale: Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', description: 'a language tag: en, de, pt-BR' }),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'where days begin and times of day are told: Europe/Berlin; UTC when left out',
    }),
  ),
  sentences: Type.Record(Type.String(), Type.String()),
  words: Type.Optional(
    Type.Record(Type.String({ pattern: '^\\w+$' }), Type.Record(Type.String(), Type.String({ minLength: 1 })), {
      description:
        'by family, what stands for each code: `{status:words.order_status}`; the words may have places of their own',
    }),
  ),
  lexicon: Type.Optional(Lexicon),
  intents: Type.Optional(
    Type.Record(
      Type.String(),
      Closed({
        title: Type.Optional(Type.String({ minLength: 1, description: 'what it is called in a sentence' })),
        label: Type.Optional(Type.String({ minLength: 1, description: 'what a small sign calls a topic' })),
        examples: Type.Optional(
          Type.Array(Type.String(), {
            description: 'ways to ask for it in this language, besides those of intents.yaml',
          }),
        ),
        prompts: Type.Optional(
          Type.Record(Type.String(), Type.String({ minLength: 1 }), {
            description: 'by slot: what is asked when it is missing',
          }),
        ),
      }),
      { description: 'by intent: what differs in this language' },
    ),
  ),
  titles: Type.Optional(
    Type.Record(Type.String(), Type.String({ minLength: 1 }), {
      description: 'the title of a step in templates.yaml to what it is called in this language',
    }),
  ),
});
export type CopyDefinition = Static<typeof CopyDefinition>;

/** The key of a sentence's version in a word or two: `order_status` and `order_status_brief`. */
export const briefKeyOf = (copy: string): string => `${copy}_brief`;
/** The sentence that a model may offer after another. */
export const nextKeyOf = (copy: string): string => `${copy}_next`;
