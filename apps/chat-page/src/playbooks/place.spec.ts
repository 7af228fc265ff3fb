import { hashOfDay, hashOfPlaybook, playbooksIn } from './place';

describe('the address of a playbook', () => {
  it('leads back to it, and to its day', () => {
    expect(playbooksIn('#/playbooks')).toEqual({ playbook: null, day: null });
    expect(playbooksIn(hashOfPlaybook('stuck_orders'))).toEqual({ playbook: 'stuck_orders', day: null });
    expect(playbooksIn(hashOfDay('stuck_orders', '2026-11-23'))).toEqual({
      playbook: 'stuck_orders',
      day: '2026-11-23',
    });
  });

  it.each(['', '#', '#/chats/playbooks', '#/playbooksx', '#/playbooks/../x', '#/playbooks/a/today', '#/playbooks/A'])(
    'that is none leads elsewhere: %s',
    (hash) => {
      expect(playbooksIn(hash)).toBeNull();
    },
  );
});
