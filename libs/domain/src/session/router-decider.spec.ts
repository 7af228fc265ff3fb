import { PLAYBOOK_CHANNEL, type DecisionContext } from '@arbiter/contracts';
import { asked, playbookContext } from '../fixtures/scheduled-playbook';
import { completed, said, submitted, suspended } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { contextOf } from '../specification';
import { initialPlaybook } from './playbooks/playbook-state';
import { mayBeDecidedLater, routerDecider, type RouterInput, type RouterState } from './router-decider';

describe('an event that the router may decide a moment later', () => {
  const ofSubmitted = completed('R1', null, { channel: 'api' });

  it('is the end of a run that was submitted by itself', () => {
    expect(mayBeDecidedLater(ofSubmitted.name, ofSubmitted)).toBe(true);
  });

  it.each([
    ['of a topic', completed('T1', 'T1')],
    ['of a message', completed('T1', null, { messageId: 'm1' })],
    ['of a playbook, whose next instance waits for it', completed('P1', null, { channel: PLAYBOOK_CHANNEL })],
  ])('is not the end of a run %s', (_, end) => {
    expect(mayBeDecidedLater(end.name, end)).toBe(false);
  });

  it('is nothing but the end of a run, and only when its fields are there', () => {
    expect(mayBeDecidedLater('run.submitted', submitted('R1', 'refund_order', {}))).toBe(false);
    expect(mayBeDecidedLater('run.suspended', suspended('R1', null))).toBe(false);
    expect(mayBeDecidedLater('run.completed', {})).toBe(false);
  });
});

describe('an input of the wrong stream', () => {
  const SESSION = contextOf(shopBundle, { stream: 'session-shop-chat.C-1001' });
  const playbook = playbookContext(shopBundle, '2026-07-01T12:00:00.000Z');

  it.each<[string, RouterInput, DecisionContext, RouterState]>([
    ['of a playbook, in a chat', asked('2026-07-01'), SESSION, routerDecider.initial()],
    ['of a chat, in a playbook', said('T1', 'hello'), playbook, routerDecider.initial()],
    ['of a chat whose stream holds the state of a playbook', said('T1', 'hello'), SESSION, initialPlaybook()],
  ])(
    'is decided by neither half of the router, and leaves nothing when it is set aside: %s',
    (_, input, context, state) => {
      expect(() => routerDecider.decide(state, input, context)).toThrow(`${context.stream} takes no ${input.name}`);
      expect(routerDecider.lookups!(state, input, context)).toEqual([]);
      expect(routerDecider.skip!(state, input, 'broken', context)).toEqual([]);
    },
  );
});
