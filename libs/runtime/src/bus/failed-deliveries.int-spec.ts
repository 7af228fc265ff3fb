import type { JsMsg } from '@nats-io/jetstream';
import { retryable, terminal } from '@arbiter/contracts';
import { ShellLaboratory } from '../testing/shell-laboratory';
import { FailedDeliveries } from './failed-deliveries';

describe('the count of failures of a message', () => {
  let laboratory: ShellLaboratory;
  let one: FailedDeliveries;
  let other: FailedDeliveries;

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
    one = new FailedDeliveries(laboratory.database());
    other = new FailedDeliveries(laboratory.database());
  });
  afterAll(() => laboratory.close());

  const delivered = (streamSequence: number, deliveryCount: number) =>
    ({ info: { consumer: 'router-on-run-submitted', streamSequence, deliveryCount } }) as JsMsg;
  const counted = async (sequence: number) =>
    (
      await laboratory
        .database()
        .pool.query<{ attempts: number }>('select attempts from failed_delivery where sequence = $1', [sequence])
    ).rows[0]?.attempts;

  it('is not how often an outage had it delivered: it goes on however often that was, as long as it ends (1)', async () => {
    for (let delivery = 1; delivery <= 40; delivery += 1) {
      expect(await one.begin(delivered(1, delivery))).toBeNull();
      await one.ended(delivered(1, delivery));
    }
    expect(await counted(1)).toBeUndefined();
  });

  it('holds what failed for reasons of its own, whichever replica met it (1)', async () => {
    const enough = [];
    for (let attempt = 1; attempt <= 10; attempt += 1)
      enough.push(
        await (attempt % 2 ? one : other).failed(delivered(2, attempt), terminal('impossible', 'it cannot be done')),
      );
    expect(enough).toEqual([...Array.from({ length: 9 }, () => false), true]);
  });

  it('holds nothing that passes, however often it failed for that (1)', async () => {
    for (let attempt = 1; attempt <= 20; attempt += 1)
      expect(await one.failed(delivered(4, attempt), retryable('busy', 'not now'))).toBe(false);
    expect(await counted(4)).toBeUndefined();
  });

  it('holds a beginning without an end: what keeps killing its consumer is set aside unread (2)', async () => {
    const causes = [];
    for (let delivery = 1; delivery <= 21; delivery += 1)
      causes.push(await (delivery % 2 ? one : other).begin(delivered(3, delivery)));
    expect(causes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => null));
    expect(causes[20]).toMatch(/taken 11 times without an end/);
  });
});
