import { ChannelSuite } from './channel-suite';
import { describeEntrance } from './listener-facts';
import { describeDelivery } from './delivery-facts';
import type { ChannelHarness } from './harness';

/**
 * What every adapter keeps, against a real nats-server and a local server that speaks its provider's protocol. An
 * adapter passes it from an `.int-spec.ts` of its own: `describeChannel('web', harness)`.
 */
export function describeChannel(name: string, harness: ChannelHarness): void {
  describe(`the channel ${name}`, () => {
    const suite = new ChannelSuite(harness);
    beforeAll(() => suite.open());
    beforeEach(() => suite.begin());
    afterEach(() => suite.end());
    afterAll(() => suite.close());
    describeEntrance(suite);
    describeDelivery(suite);
  });
}
