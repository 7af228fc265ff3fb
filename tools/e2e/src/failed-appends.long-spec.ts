import { TestSystem } from './test-system';
import { TEMPLATES, smallOrders, type Kind, type Refund } from './refunds';

/**
 * Refuses the first event of a type as Postgres refuses what it could not serialise; the count of a sequence outlives
 * the refusal.
 */
const REFUSING = `
  create table refused_once (type text not null);
  create sequence refusals;
  create function refuse_once() returns trigger language plpgsql security definer set search_path = arbiter as $$
  begin
    if exists (select from refused_once where new.type like 'arbiter.' || refused_once.type || '.v%') and nextval('refusals') = 1 then
      raise exception 'refused once' using errcode = 'serialization_failure';
    end if;
    return new;
  end $$;
  create trigger refuse_once before insert on event for each row execute function refuse_once();`;

/**
 * 0120: a service may have decided already upon the event that is refused here, and be written together with it.
 */
describe('an append that fails once, in one process,', () => {
  let arbiter: TestSystem;
  let nextRefund: (kind: Kind) => Refund;

  beforeAll(async () => {
    arbiter = await TestSystem.open({ processes: 'one' });
    nextRefund = await smallOrders(arbiter);
    await arbiter.pool.query(REFUSING);
  });
  afterAll(() => arbiter?.close());

  async function refuse(type: string): Promise<void> {
    await arbiter.pool.query("select setval('refusals', 1, false)");
    await arbiter.pool.query('delete from refused_once');
    await arbiter.pool.query('insert into refused_once values ($1)', [type]);
  }

  async function numberIn(sql: string): Promise<number> {
    const { rows } = await arbiter.pool.query<{ number: string }>(sql);
    return Number(rows[0]!.number);
  }

  /** Facts that say to come of one which is not in the log before them. */
  const unfounded = (): Promise<number> =>
    numberIn(`select count(*) as number from (select transaction_id, position, (envelope::jsonb ->> 'causationid')::uuid as cause from event) as fact
              where cause is not null and not exists (select from event where id = cause
                and (event.transaction_id, event.position) < (fact.transaction_id, fact.position))`);

  const transactionsOf = (requestId: string): Promise<number> =>
    numberIn(
      `select count(distinct transaction_id) as number from event where envelope::jsonb ->> 'correlationid' = '${requestId}'`,
    );

  it.each([
    'run.submitted',
    'run.requested',
    'plan.accepted',
    'segment.requested',
    'segment.ended',
    'action.succeeded',
    'run.completed',
  ])('at %s, leaves nothing that was decided upon it, and everything is done once', async (type) => {
    const { orderNumber, customerId } = nextRefund('native');
    await refuse(type);
    const requestIds = [
      await arbiter.submit('echo_five', { text: 'hello' }),
      await arbiter.submit(TEMPLATES.native, { orderNumber }, customerId),
    ];
    for (const requestId of requestIds) expect(await arbiter.ended(requestId)).toMatchObject({ status: 'ok' });
    expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
    expect(await numberIn('select last_value as number from refusals')).toBeGreaterThanOrEqual(2);
    expect(await unfounded()).toBe(0);
    expect(await arbiter.count('turn.skipped')).toBe(0);
    const runs = requestIds.map((requestId) => ({ requestId }));
    for (const once of ['run.requested', 'plan.accepted', 'run.completed'])
      expect(await arbiter.countOfRuns(once, runs)).toBe(runs.length);
  });

  it('is one of two that a run takes when nothing else is under way', async () => {
    await arbiter.pool.query('delete from refused_once');
    const transactions: number[] = [];
    for (let run = 0; run < 10; run += 1) {
      const requestId = await arbiter.submit('echo_five', { text: 'hello' });
      await arbiter.ended(requestId);
      transactions.push(await transactionsOf(requestId));
    }
    expect(Math.min(...transactions)).toBe(2);
    expect(await unfounded()).toBe(0);
  });
});
