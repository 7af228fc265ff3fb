import type { NatsPorts } from '../types';

export interface NatsSettings {
  host: string;
  ports: NatsPorts;
  storeFolder: string;
  /** Key of the encryption at rest; losing it makes the broker's data unreadable, which the event store repairs. */
  key: string;
  /** Authorization and whatever else the caller adds. */
  extra: string | undefined;
}

/** Everything here is understood by NATS 2.9 and by current servers. */
export function configurationText(settings: NatsSettings): string {
  const { host, ports, storeFolder, key, extra } = settings;
  return `server_name: arbiter
listen: "${host}:${ports.client}"
http: "${host}:${ports.monitor}"
max_payload: 8MB
max_pending: 128MB
write_deadline: "10s"
jetstream {
  store_dir: ${JSON.stringify(storeFolder)}
  max_memory_store: 64MB
  max_file_store: 16GB
  cipher: aes
  key: "${key}"
}
${extra ?? ''}
`;
}
