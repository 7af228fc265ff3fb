import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const MAIN = resolve(__dirname, '../../dist/main.js');
const PLAYBOOKS = resolve(__dirname, '../../../../../deploy/playbooks');

it.each(readdirSync(PLAYBOOKS))(
  '%s does what its golden file says, and nothing else (EVL-05, EVL-06)',
  async (playbook) => {
    const golden = resolve(PLAYBOOKS, playbook, 'golden.yaml');
    const parameters = [MAIN, 'playbook', playbook, '--golden', golden, '--details'];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, {
      env: { ...process.env, NODE_OPTIONS: '' },
      timeout: 240_000,
    });
    const score = JSON.parse(stdout) as { touches: number; objective: number };
    expect(score).toMatchObject({ precision: 1, recall: 1, verdicts: 1, model_calls: 0, cost: 0, wrong: [] });
    expect(score.touches).toBeGreaterThan(0);
    expect(score.objective).toBeGreaterThan(0.5);
  },
);
