import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from '../types';
import { environmentOf, environmentOfAll, type ServiceEnvironment } from './environment';

const server = { url: 'postgres://postgres@127.0.0.1:1/arbiter' };
const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-environment-'));
const surroundings: ServiceEnvironment = {
  options: { dataFolder },
  stack: { postgres: server, nats: server, redis: server } as unknown as Stack,
  httpPort: 1,
  vendorPort: 2,
  vendorUrl: 'http://127.0.0.1:2',
};

describe('the environment of a service', () => {
  afterAll(() => rmSync(dataFolder, { recursive: true }));

  it('leaves what was compiled of the one file of all services where it lies', () => {
    expect(environmentOf('router', surroundings)).not.toHaveProperty('NODE_COMPILE_CACHE');
    expect(environmentOfAll(surroundings)).not.toHaveProperty('NODE_COMPILE_CACHE');
    expect(environmentOf(null, surroundings)).toHaveProperty('NODE_COMPILE_CACHE');
  });

  it('has what was freed given back, in one process as in seven', () => {
    const bounds = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '2097152' };
    expect(environmentOf('router', surroundings)).toMatchObject(bounds);
    expect(environmentOfAll(surroundings)).toMatchObject(bounds);
  });
});
