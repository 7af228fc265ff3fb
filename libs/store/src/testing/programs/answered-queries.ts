import { getHeapSpaceStatistics } from 'node:v8';
import { Pool } from 'pg';
import { patientClient } from '../../database';

const QUERIES = 1_000;
const VALUE_BYTES = 50_000;
const LONGEST_MILLISECONDS = 60_000;

/**
 * A program of its own, for nothing else may grow beside it: prints how many bytes of each query came to the old
 * objects.
 */
async function main(connectionString: string): Promise<void> {
  const pool = new Pool({ Client: patientClient(LONGEST_MILLISECONDS), connectionString, max: 1 });
  let grown = 0;
  let before = oldBytes();
  for (let index = 0; index < QUERIES; index += 1) {
    await pool.query('select $1::text as text', [String(index).repeat(VALUE_BYTES / String(index).length)]);
    const now = oldBytes();
    // All old objects may be collected in between, so that the garbage collector frees those that were kept.
    grown += Math.max(0, now - before);
    before = now;
  }
  await pool.end();
  process.stdout.write(`${Math.round(grown / QUERIES)}\n`);
}

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size;

void main(process.argv[2]!);
