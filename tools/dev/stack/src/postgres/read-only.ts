import { Client } from 'pg';

/** Whether every transaction from now on is refused its writes, as on a standby. `url` is the owner's. */
export async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = new Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  try {
    await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
