import { Laboratory } from '../testing/laboratory';
import { postponeDue } from './due';

describe('a timer that is put off', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open();
  });
  afterAll(() => laboratory.close());

  async function timerAt(stream: string, at: Date) {
    const database = laboratory.database();
    const timer = { stream, key: 'draft' };
    await database.query
      .insertInto('due')
      .values({ stream_id: stream, key: timer.key, category: 'plan', due_at: at })
      .execute();
    return { database, timer };
  }
  const later = (): Date => new Date(Date.now() + 60_000);

  it('is put off again from where it was put, and by no other replica', async () => {
    const at = later();
    const { database, timer } = await timerAt('plan-shop-one', at);
    const put = await postponeDue(database, timer, at.toISOString(), 90);
    expect(Date.parse(put!)).toBeGreaterThan(at.getTime());
    expect(await postponeDue(database, timer, at.toISOString(), 90)).toBeNull();
    expect(await postponeDue(database, timer, put!, 90)).not.toBeNull();
  });

  it('stays as it is once it has gone off', async () => {
    const at = new Date(Date.now() - 1_000);
    const { database, timer } = await timerAt('plan-shop-two', at);
    expect(await postponeDue(database, timer, at.toISOString(), 90)).toBeNull();
  });
});
