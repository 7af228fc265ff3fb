import type { JsMsg } from '@nats-io/jetstream';
import { subjects } from '@arbiter/contracts';
import { readBatch } from './incoming-batch';

const message = (subject: string, body: unknown) =>
  ({ subject, string: () => (typeof body === 'string' ? body : JSON.stringify(body)) }) as JsMsg;
const routed = { type: 'arbiter.turn.routed.v1', tenantid: 'shop' };
const subject = subjects.event('shop', 'turn.routed');

describe('the events of a message', () => {
  it('are one or several, of a release that is known or not', () => {
    expect(readBatch(message(subject, [routed, routed]))).toEqual({ wires: [routed, routed] });
    expect(readBatch(message(subject, { ...routed, type: 'arbiter.turn.routed.v9' }))).toMatchObject({ wires: [{}] });
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['a number in the batch', [routed, 1]],
  ])('are refused when the body is %s', (_, body) => {
    expect(readBatch(message(subject, body))).toEqual({ refused: 'the body is not a CloudEvents batch' });
  });

  it.each([
    ['another event', { ...routed, type: 'arbiter.run.completed.v1' }],
    ['another tenant', { ...routed, tenantid: 'bank' }],
    ['no type', { tenantid: 'shop' }],
  ])('are not believed when one of them is of %s than its subject', (_, wire) => {
    expect(readBatch(message(subject, [routed, wire]))).toMatchObject({
      refused: expect.stringContaining('where it does not belong'),
    });
  });
});
