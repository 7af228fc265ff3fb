export interface PostgresPlace {
  readonly port: number;
  readonly host: string;
  readonly compression: 'lz4' | 'on';
  /** as in production: an acknowledged commit is on the disk */
  readonly durable: boolean;
}

/** An acknowledged commit is with the operating system, which a killed server does not take along. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' };

/** Given on the command line, so that they hold whatever a data folder was made with. */
export function postgresSettings({ port, host, compression, durable }: PostgresPlace): string[] {
  const settings: Record<string, string> = {
    listen_addresses: host,
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    fsync: 'on',
    synchronous_commit: 'on',
    wal_compression: compression,
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // A long writer or an idle transaction holds up every global reader.
    statement_timeout: '60s',
    idle_in_transaction_session_timeout: '30s',
    // Outbox and due rows die young; their tables ask for many small vacuums themselves.
    autovacuum_naptime: '20s',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The details of an error hold values of the row.
    log_error_verbosity: 'terse',
    ...(durable ? {} : NOT_DURABLE),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
