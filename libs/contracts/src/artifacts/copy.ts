import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';

const Phrases = Type.Array(Type.String({ minLength: 1 }));

/** What a tenant's people say besides the words every language of the platform knows. */
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
 * CL-12: every sentence the platform says itself, by key; `{name}` and `{name:formatter}` are filled in from the values
 * given. What `<key>_brief` says stands on the small sign of a topic: of a question what it is about, of a reply how it
 * ended. What `<key>_next` says a model may offer after it, as what can be asked for next (PR-05).
 */
export const CopyDefinition = Closed({
  locale: Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', description: 'a language tag: en, de, pt-BR' }),
  timeZone: Type.Optional(
    Type.String({ minLength: 1, description: 'where times of day are told: Europe/Berlin; UTC when left out' }),
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

/** The sentence that says the same as another in a word or two: `order_status` and `order_status_brief`. */
export const briefKeyOf = (copy: string): string => `${copy}_brief`;
/** The sentence that a model may offer after another. */
export const nextKeyOf = (copy: string): string => `${copy}_next`;
