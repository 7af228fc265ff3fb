import { PLAYBOOK_CHANNEL, conversationOf, playbookName, playbookOfStream, type Incoming } from '@arbiter/contracts';
import { ended, playbookContext, REMINDERS } from '../fixtures/scheduled-playbook';
import { completed, said, submitted, suspended } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { incoming } from '../specification';
import { streamsForSession } from '../session';
import { mayInstancesWait, playbookDecider, streamsForInstance, type PlaybookInput } from './playbook-decider';

const NOW = '2026-07-01T12:00:00.000Z';

describe('an event about a run', () => {
  const paused = (more: Partial<Incoming<'run.paused'>['data']> = {}): Incoming<'run.paused'> =>
    incoming('run.paused', {
      runId: 'R1',
      sessionId: playbookName(REMINDERS),
      pause: 1,
      reasons: [],
      at: NOW,
      ...more,
    });

  it('of an instance goes to the stream of its playbook, and to no chat', () => {
    const end = ended('2026-07-01', NOW);
    expect([streamsForInstance(end), streamsForSession(end)]).toEqual([['playbook-shop-reminders'], []]);
    expect(streamsForInstance(paused())).toEqual(['playbook-shop-reminders']);
    const { sessionId } = end.data;
    expect(streamsForSession({ ...suspended('R1', null), data: { ...suspended('R1', null).data, sessionId } })).toEqual(
      [],
    );
  });

  it('of a branch goes to neither', () => {
    expect(streamsForInstance(paused({ branch: { runId: 'R1', stepId: 'look', object: 'I-1' } }))).toEqual([]);
  });

  it('of a person goes to the chat, and to no playbook, whatever the channel calls itself', () => {
    const end = completed('T1', 'T1', { channel: PLAYBOOK_CHANNEL });
    expect([streamsForInstance(end), streamsForSession(end)]).toEqual([[], ['session-shop-chat.C-1001']]);
  });
});

test('the stream of a chat is none of a playbook, whatever the chat and the person are called', () => {
  const name = playbookName(REMINDERS);
  expect(playbookOfStream(conversationOf('shop', name, name))).toBeNull();
  expect(playbookOfStream(playbookContext(shopBundle, NOW).stream)).toBe(REMINDERS);
});

test("no instance waits for an event that may be decided a moment later: the end of a run that is no playbook's", () => {
  expect(mayInstancesWait('run.completed', completed('R1', null, { channel: 'api' }))).toBe(true);
  expect(mayInstancesWait('run.completed', completed('P1', null, { channel: PLAYBOOK_CHANNEL }))).toBe(false);
  expect(mayInstancesWait('run.submitted', submitted('R1', 'refund_order', {}))).toBe(false);
  expect(mayInstancesWait('run.suspended', suspended('R1', null))).toBe(false);
  expect(mayInstancesWait('run.completed', {})).toBe(false);
});

test('a playbook decides no input of a chat, and leaves nothing when it is set aside', () => {
  const context = playbookContext(shopBundle, NOW);
  const given = [playbookDecider.initial(), said('T1', 'hello') as unknown as PlaybookInput] as const;
  expect(() => playbookDecider.decide(...given, context)).toThrow(`${context.stream} takes no turn.received`);
  expect(playbookDecider).not.toHaveProperty('lookups');
  expect(playbookDecider.skip!(...given, 'broken', context)).toEqual([]);
});
