import { InboundMessage } from '@arbiter/contracts';
import { Type } from 'typebox';
import { objectProblems } from './field-problems';

describe('the problems of a message', () => {
  const message = { sessionId: 's', userId: 'u', text: 't', messageId: 'm' };

  it('are none when it is one', () => {
    expect(objectProblems(InboundMessage, { ...message, channelMetadata: {} })).toEqual([]);
  });

  it('name each field, what it must be, and what is not known', () => {
    expect(objectProblems(InboundMessage, { ...message, text: '', userId: undefined, colour: 'red' })).toEqual([
      {
        field: 'userId',
        detail:
          'userId is missing; it must be a text of 1 to 128 characters without control characters, not beginning with "playbook." or "account:", which are names of the platform itself',
      },
      { field: 'text', detail: 'text must be a text of 1 to 8000 characters' },
      { field: 'colour', detail: 'colour is not a known field; remove it' },
    ]);
  });

  it('say how to send a number of more digits than are kept', () => {
    const Count = Type.Object({ count: Type.Integer({ description: 'a whole number' }) });
    expect(objectProblems(Count, { count: '2512292042121000001' })).toEqual([
      {
        field: 'count',
        detail:
          'count must be a whole number: a number of so many digits cannot be kept as one; let a text stand there',
      },
    ]);
  });

  it.each([[null], [[]], ['x']])('of %p are that it is no object', (value) => {
    expect(objectProblems(InboundMessage, value)).toEqual([
      { field: 'body', detail: 'the body must be a JSON object' },
    ]);
  });
});
