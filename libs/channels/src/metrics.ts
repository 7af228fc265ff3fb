import { Counter, Registry, collectDefaultMetrics } from 'prom-client';

export type InboundOutcome = 'published' | 'disregarded' | 'invalid' | 'conflict' | 'failed';
export type OutboundOutcome = 'delivered' | 'repeated' | 'postponed' | 'dropped';

/** The metrics of an adapter. */
export class ChannelMetrics {
  readonly registry = new Registry();
  private readonly inbounds = new Counter({
    name: 'arbiter_channel_inbound_total',
    help: 'Updates of the provider, by what became of them',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  private readonly outbounds = new Counter({
    name: 'arbiter_channel_outbound_total',
    help: 'Messages for people, by what became of a delivery',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  constructor(channel: string) {
    this.registry.setDefaultLabels({ app: `channel-${channel}` });
    collectDefaultMetrics({ register: this.registry });
  }

  inbound(outcome: InboundOutcome): void {
    this.inbounds.inc({ outcome });
  }

  outbound(outcome: OutboundOutcome): void {
    this.outbounds.inc({ outcome });
  }
}
