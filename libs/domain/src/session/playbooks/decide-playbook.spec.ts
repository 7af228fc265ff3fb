import type { EventData } from '@arbiter/contracts';
import fc from 'fast-check';
import { activeReminders, playbookBundle } from '../../fixtures/playbook-bundle';
import { said } from '../../fixtures/session-inputs';
import { contextOf, given, incoming } from '../../specification';
import { sessionDecider } from '../session-decider';

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'] as const;
const OWN = { customerId: 'playbook.reminders' };
const submitted = (day: string) =>
  incoming(
    'playbook.submitted',
    {
      requestId: `run-${day}`,
      sessionId: 'playbook.reminders',
      customerId: 'playbook.reminders',
      channel: 'playbook',
      playbook: 'reminders',
      day,
      submittedBy: 'operator',
      payloadHash: 'hash',
      receivedAt: `${day}T08:00:00.000Z`,
    },
    OWN,
  );
const ended = (day: string, touched: EventData<'run.completed'>['touched'] = []) =>
  incoming(
    'run.completed',
    {
      runId: `run-${day}`,
      sessionId: 'playbook.reminders',
      threadId: `reminders#${day}`,
      channel: 'playbook',
      messageId: null,
      status: 'ok',
      code: null,
      header: { steps: [] },
      reply: '',
      question: null,
      followers: [],
      fallback: false,
      locale: 'en',
      anchor: null,
      isDone: true,
      touched,
      startedAt: `${day}T08:00:00.000Z`,
      completedAt: `${day}T08:00:01.000Z`,
    },
    OWN,
  );
const story = () => given(sessionDecider, contextOf(playbookBundle)).facts();

describe('the conversation of a playbook', () => {
  it('begins an instance for a day, upon the consent that the tenant has switched it on', () => {
    expect(story().when(submitted(DAYS[0])).fact('run.requested')).toMatchObject({
      purpose: 'playbook',
      threadId: `reminders#${DAYS[0]}`,
      instance: { playbook: 'reminders', day: DAYS[0] },
      consent: { kind: 'standing', rule: 'playbook_switched_on' },
      args: { parameters: activeReminders.parameters, today: DAYS[0], touched: {} },
    });
  });

  it('has one instance a day (B1)', () => {
    const begun = story().when(submitted(DAYS[0]));
    begun.when(submitted(DAYS[0])).thenIgnored('already_asked_for');
    begun.when(ended(DAYS[0])).when(submitted(DAYS[0])).thenIgnored('already_asked_for');
  });

  it('begins one after the other, and tells the next whom it wrote to (B2, PL-07)', () => {
    const waiting = story().when(submitted(DAYS[0])).when(submitted(DAYS[1])).thenNamed('instance.queued');
    const at = `${DAYS[0]}T08:00:00.500Z`;
    const next = waiting.when(ended(DAYS[0], [{ object: 'INV-1', at }])).thenNamed('instance.ended', 'run.requested');
    expect(next.fact('run.requested')).toMatchObject({
      requestId: `run-${DAYS[1]}`,
      args: { touched: { 'INV-1': [at] } },
    });
    next.when(ended(DAYS[0])).thenIgnored('not_under_way');
  });

  it('remembers a touch for a week', () => {
    const late = '2026-03-20';
    const second = story()
      .when(submitted(DAYS[0]))
      .when(ended(DAYS[0], [{ object: 'INV-1', at: `${DAYS[0]}T09:00:00.000Z` }]))
      .when(submitted(late))
      .when(ended(late, [{ object: 'INV-2', at: `${late}T09:00:00.000Z` }]))
      .when(submitted('2026-03-21'));
    expect(second.fact('run.requested').args['touched']).toEqual({ 'INV-2': [`${late}T09:00:00.000Z`] });
  });

  it('is its own: a person whose chat bears its name is answered as in any chat', () => {
    const turn = said('t-1', 'hello', { sessionId: 'playbook.reminders' });
    story().when(turn).thenNamed('turn.routed', 'run.requested');
    story()
      .when({ ...turn, ...OWN })
      .thenIgnored('of_a_playbook');
  });

  it('B1, B2: in any order and doubled, a day has one instance and one is under way', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(2)), { maxLength: 40 }), (moves) => {
        const history = moves.reduce(
          (at, [isEnd, day]) => at.when(isEnd ? ended(DAYS[day]!) : submitted(DAYS[day]!)),
          story(),
        ).history;
        let open = 0;
        const begun = history.flatMap((fact) => {
          open += fact.name === 'run.requested' ? 1 : fact.name === 'instance.ended' ? -1 : 0;
          expect(open).toBeLessThanOrEqual(1);
          return fact.name === 'run.requested' ? [fact.data.requestId] : [];
        });
        expect(new Set(begun).size).toBe(begun.length);
      }),
      { numRuns: 300, seed: 5 },
    );
  });
});
