import { chatsWith, keptAt } from './kept';

describe('the stored state of a chat', () => {
  const place = { userId: 'C-1', sessionId: 'a/b ä' };

  it('is found again by its own person only', () => {
    const names = [
      keptAt('outbox', place),
      keptAt('outbox', { ...place, sessionId: 'other' }),
      keptAt('draft', place),
      'arbiter.customer',
    ];
    expect(chatsWith('outbox', 'C-1', names)).toEqual(['a/b ä', 'other']);
    expect(chatsWith('draft', 'C-1', names)).toEqual(['a/b ä']);
    expect(chatsWith('outbox', 'C-', names)).toEqual([]);
    expect(chatsWith('outbox', 'C-1/a', names)).toEqual([]);
  });
});
