import { DEFAULT_TENANT } from '../configuration';

/** Channels whose adapters may connect, each with credentials of its own. */
export const CHANNELS = ['web', 'terminal', 'telegram', 'slack', 'webhook'] as const;

/** The NATS user of the adapter that serves a tenant's channel; its durable has the same name. */
export const channelUser = (channel: string, tenant = DEFAULT_TENANT): string => `channel_${named(channel, tenant)}`;
/** The durable by which an adapter reads the messages that its channel was sent before. */
export const channelHistory = (channel: string, tenant = DEFAULT_TENANT): string =>
  `channel_history_${named(channel, tenant)}`;

const named = (channel: string, tenant: string): string =>
  tenant === DEFAULT_TENANT ? channel : `${channel}_${tenant}`;
