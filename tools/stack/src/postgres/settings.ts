/**
 * Given on the command line, so that they hold whatever a data folder was made with.
 * Durable as in production: an acknowledged commit is on the disk.
 */
export function postgresSettings(port: number, host: string, compression: 'lz4' | 'on'): string[] {
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
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
