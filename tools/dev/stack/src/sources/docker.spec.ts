import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containerCommand, containerName, volumesOf } from './docker';

const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-docker-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

const name = containerName(dataFolder, 'postgres');
const command = () =>
  containerCommand({
    dataFolder,
    name,
    image: 'postgres:18',
    ports: [5_001],
    dataPath: '/var/lib/postgresql',
    environment: { POSTGRES_PASSWORD: 'hush' },
    arguments: ['-c', 'port=5001'],
  });

it('a container publishes its ports on loopback only', () => {
  expect(command().arguments).toEqual(expect.arrayContaining(['-p', '127.0.0.1:5001:5001']));
});

it('a container is given its secrets by the environment, not by arguments', () => {
  expect(command().environment.POSTGRES_PASSWORD).toBe('hush');
  expect(command().arguments.join(' ')).not.toContain('hush');
  expect(command().arguments).toEqual(expect.arrayContaining(['-e', 'POSTGRES_PASSWORD']));
});

it('the volume of a container is remembered by its data folder', () => {
  command();
  expect(volumesOf(dataFolder)).toEqual([name]);
});

it('two data folders have containers of different names', () => {
  expect(containerName('/elsewhere', 'postgres')).not.toBe(name);
});
