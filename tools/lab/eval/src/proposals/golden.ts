import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  Attachment,
  NO_CONTEXT,
  TurnContext,
  Values,
  localised,
  terminal,
  type ArtifactBundle,
} from '@arbiter/contracts';
import { changedNumbersIn } from '@arbiter/artifacts';
import { courseOfAnswer } from '@arbiter/domain';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseDocument } from 'yaml';
import type { Case } from './case';

/** No case has a day that is relative to the time of the message. */
const SAID_AT = '2026-03-02T10:00:00.000Z';
const closed = { additionalProperties: false } as const;

/** A text, the open topics at that time, and the expected proposal: an intent by name (null: none), with its slots. */
const Golden = Type.Array(
  Type.Object(
    {
      text: Type.String({ minLength: 1 }),
      locale: Type.Optional(Type.String()),
      context: Type.Optional(TurnContext),
      expect: Type.Object(
        {
          intent: Type.Union([Type.String(), Type.Null()]),
          slots: Type.Optional(Values),
          attachment: Type.Optional(Type.Union([Attachment, Type.Null()])),
          topic: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        },
        closed,
      ),
    },
    closed,
  ),
  { minItems: 1 },
);
type Golden = Static<typeof Golden>;
const check = Compile(Golden);

/** The cases of a tenant's golden file. Throws a terminal `bad_golden` that names the field. */
export function goldenCases(file: string, artifacts: ArtifactBundle): readonly Case[] {
  const value = read(file);
  if (!check.Check(value)) {
    const [first] = check.Errors(value);
    throw terminal('bad_golden', `${file}: ${first?.instancePath ?? '/'} ${first?.message ?? 'does not fit'}`);
  }
  return value.map((entry, place) => caseOf(entry, `${place + 1}`, artifacts, file));
}

function read(file: string): unknown {
  const document = parseDocument(readFileSync(file, 'utf8'));
  const [error] = document.errors;
  if (error) throw error;
  const [changed] = changedNumbersIn(document);
  if (changed) throw terminal('bad_golden', `${file}: ${changed.reason}; ${changed.fix}`);
  return document.toJS();
}

function caseOf(
  { text, locale = 'en', context = NO_CONTEXT, expect }: Golden[number],
  id: string,
  artifacts: ArtifactBundle,
  file: string,
): Case {
  const speaking = localised(artifacts, locale);
  const { intents, templates, conversation } = speaking;
  const wanted = intents.find(({ intent }) => intent === expect.intent);
  if (expect.intent !== null && !wanted)
    throw terminal('bad_golden', `${file}: entry ${id} names the intent ${expect.intent}, which the tenant has not`);
  const slots = expect.slots ?? {};
  const { attachment, topic } = expect;
  return {
    id,
    prompt: {
      text,
      locale,
      intents,
      templates,
      eligible: intents.map(({ intent }) => intent),
      context,
      answers: conversation.plainAnswers ?? null,
    },
    expected: {
      template: wanted?.template ?? null,
      args: slots,
      fits: (args) => isDeepStrictEqual(args, slots),
      ...(attachment === undefined ? {} : { attachment }),
      ...(topic === undefined ? {} : { topic }),
    },
    mayAnswer: (answer) => courseOfAnswer(answer, { text, receivedAt: SAID_AT }, speaking) !== null,
  };
}
