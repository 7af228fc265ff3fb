import { Type, type Static } from 'typebox';
import { ChannelName, Identifier } from '../message';
import { AdviceKind, AnswerBasis, Closed, OneOf } from '../vocabulary';

/** CH-17: the channels whose accounts count as a customer only once the tenant's back end has named one. */
export const LinkDefinition = Closed({
  channels: Type.Optional(
    Type.Array(ChannelName, {
      maxItems: 100,
      description: 'channels whose accounts need a link; telegram and slack when left out',
    }),
  ),
  pageVariable: Type.Optional(
    Type.String({
      pattern: '^[A-Z][A-Z0-9_]*$',
      description: 'the variable that holds the address of the page the person is sent to, with ?code=',
    }),
  ),
  codeMinutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_440, description: 'how long a code may be used; 15 when left out' }),
  ),
  linkDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_650,
      description: 'how long a link stands; until it is revoked when left out',
    }),
  ),
});
export type LinkDefinition = Static<typeof LinkDefinition>;

const days = (what: string, normally: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3_650, description: `how many days ${what}; ${normally} when left out` }),
  );

/** How long people and operators can look back. The log itself is kept until it is archived. */
const RETENTION_DAYS = {
  shownDays: 90,
  stagesDays: 30,
  actionsDays: 365,
  threadsDays: 365,
  runsDays: 365,
  plansDays: 365,
  modelCallsDays: 90,
  deadLettersDays: 30,
};
export const RetentionDefinition = Closed({
  shownDays: days('what a run has shown is kept, and with it the chat as people see it', RETENTION_DAYS.shownDays),
  stagesDays: days('the eight stages of a turn and the trace of agents are kept', RETENTION_DAYS.stagesDays),
  actionsDays: days('an action stays in the action log', RETENTION_DAYS.actionsDays),
  threadsDays: days('a topic or a chat is listed after its last activity', RETENTION_DAYS.threadsDays),
  runsDays: days('a run is listed', RETENTION_DAYS.runsDays),
  plansDays: days('a plan is listed', RETENTION_DAYS.plansDays),
  modelCallsDays: days('what a model was asked for, and what it took, is kept', RETENTION_DAYS.modelCallsDays),
  deadLettersDays: days('a message that was set aside can be sent again', RETENTION_DAYS.deadLettersDays),
});
export type Retention = Required<Static<typeof RetentionDefinition>>;

/** CX-10: how much of the chat a model sees when it reads a text. */
const WINDOW = { pastTurns: 4, characters: 2_000 };
export const WindowDefinition = Closed({
  pastTurns: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 20,
      description: `how many earlier messages, with what came of them; ${WINDOW.pastTurns} when left out`,
    }),
  ),
  characters: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 8_000,
      description: `how long they are together; the oldest are left out first; ${WINDOW.characters} when left out`,
    }),
  ),
});

/** PL-01: whether a model may answer in its own words, where nothing is to be done. */
export const PlainAnswersDefinition = Closed({
  from: Type.Array(AnswerBasis, {
    minItems: 1,
    description: 'knowledge: what is looked up of what the tenant has written; small_talk: courtesy without any fact',
  }),
  lookUp: Type.Optional(
    Type.String({ minLength: 1, description: 'the intent that looks a question up; knowledge needs one' }),
  ),
  never: Type.Optional(
    Closed({
      examples: Type.Optional(
        Type.Array(Type.String({ minLength: 3 }), {
          maxItems: 200,
          description: 'sentences about what is never answered; what shares their words is about the same',
        }),
      ),
      kinds: Type.Optional(Type.Array(AdviceKind, { description: 'advice that is never given' })),
    }),
  ),
});
export type PlainAnswersDefinition = Static<typeof PlainAnswersDefinition>;

/** What the page shows before a conversation begins. A page whose caller names the person needs none of it. */
export const WelcomeDefinition = Closed({
  customers: Type.Array(Identifier, {
    maxItems: 20,
    description: 'the customers that a person at the page may speak as, the first one to begin with',
  }),
  examples: Type.Record(
    Type.String({ pattern: '^[a-z]{2,3}$' }),
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 5 }),
    { description: 'sentences to begin with, by language' },
  ),
});
export type WelcomeDefinition = Static<typeof WelcomeDefinition>;

/** How a tenant's chats go on when several things are wanted at once (RT-08), and how patient they are (CL-09). */
export const ConversationDefinition = Closed({
  newRequest: Type.Unsafe<'switch' | 'queue'>({
    ...OneOf(['switch', 'queue']),
    description: 'switch: it begins at once; queue: it waits while another is being worked on',
  }),
  toolOutputs: Type.Optional(
    Type.Unsafe<'hidden' | 'on_request'>({
      ...OneOf(['hidden', 'on_request']),
      description: 'CH-12: whether a client may let its person unfold what tools returned; hidden when left out',
    }),
  ),
  mostQuestions: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: 'CL-09: how often a question is asked before a person is offered',
  }),
  twoStage: Type.Optional(
    Type.Boolean({
      description:
        'TP-16: whether the two-stage route is open, on which the default agent serves what no template does; what TWO_STAGE_ENABLED says when left out',
    }),
  ),
  tone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'how a model that words a reply is to sound; what it may state is for code to say',
    }),
  ),
  window: Type.Optional(WindowDefinition),
  plainAnswers: Type.Optional(PlainAnswersDefinition),
  links: Type.Optional(LinkDefinition),
  welcome: Type.Optional(WelcomeDefinition),
  retention: Type.Optional(RetentionDefinition),
});
export type ConversationDefinition = Static<typeof ConversationDefinition>;

/** Channels whose providers vouch for an account, but know nothing of the tenant's customers. */
const LINKED_CHANNELS: readonly string[] = ['telegram', 'slack'];
const CODE_MINUTES = 15;

/** The tenant's rules for links, with defaults for those it leaves out. */
export const linkRulesOf = (conversation?: ConversationDefinition) => {
  const {
    channels = LINKED_CHANNELS,
    codeMinutes = CODE_MINUTES,
    linkDays = null,
    pageVariable = null,
  } = conversation?.links ?? {};
  return { channels, codeMinutes, linkDays, pageVariable };
};
export type LinkRules = ReturnType<typeof linkRulesOf>;

/** The tenant's window of a chat, with defaults for the parts it leaves out. */
export const windowOf = (conversation?: ConversationDefinition): Required<Static<typeof WindowDefinition>> => ({
  ...WINDOW,
  ...conversation?.window,
});

/** The tenant's retention periods, with defaults for those it leaves out. */
export const retentionOf = (conversation?: ConversationDefinition): Retention => ({
  ...RETENTION_DAYS,
  ...conversation?.retention,
});
