import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { copyContext } from './build-context';
import { environmentIn, stagesOf, type Instruction } from './dockerfile';

const STEP_MILLISECONDS = 600_000;

/** The result of a build, as a folder of this machine. */
export interface Image {
  /** its working directory */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Carries out the steps of a Dockerfile in `scratch` without a container: each stage is a folder, and its base is the
 * Node that runs this. Covers the instructions that our Dockerfile uses; throws for any other, and when a step fails.
 */
export function runStages(dockerfile: string, root: string, scratch: string, say: (line: string) => void): Image {
  const folders = new Map<string, string>();
  let image: Image | undefined;
  for (const stage of stagesOf(dockerfile)) {
    const environment = environmentIn(stage);
    let folder = join(scratch, stage.name);
    for (const instruction of stage.instructions) {
      const begun = Date.now();
      if (instruction.name === 'WORKDIR') {
        folder = join(scratch, stage.name, instruction.value);
        mkdirSync(folder, { recursive: true });
        chmodSync(join(scratch, stage.name), 0o755);
      } else if (instruction.name === 'COPY') copy(instruction, { root, folder, folders, scratch });
      else if (instruction.name === 'RUN') runStep(instruction.value, folder, environment);
      else if (!['ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'].includes(instruction.name)) {
        throw new Error(`${instruction.name} cannot be carried out here; teach run-stages.ts to`);
      }
      if (['COPY', 'RUN'].includes(instruction.name))
        say(`${stage.name}: ${instruction.name} ${instruction.value} (${((Date.now() - begun) / 1_000).toFixed(1)} s)`);
    }
    folders.set(stage.name, folder);
    image = { folder, environment };
  }
  if (!image) throw new Error('the Dockerfile has no stage; begin it with FROM');
  return image;
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly folders: ReadonlyMap<string, string>;
  readonly scratch: string;
}

/** From another stage by hard links: a copy of everything installed would take longer than all else. */
function copy({ value }: Instruction, { root, folder, folders, scratch }: Place): void {
  const [, from, source] = /^(?:--from=(\S+) )?(\S+) \.\/?$/.exec(value) ?? [];
  if (!from && source === '.') return copyContext(root, folder);
  const given = folders.get(from ?? '');
  if (!given || given !== join(scratch, from!, source ?? ''))
    throw new Error(`COPY ${value} cannot be carried out here; teach run-stages.ts to`);
  runStep(`cp -a --link '${given}/.' .`, folder, {});
}

function runStep(command: string, directory: string, environment: Readonly<Record<string, string>>): void {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const { status, signal, stderr, stdout } = spawnSync('sh', ['-c', command], {
    cwd: directory,
    encoding: 'utf8',
    timeout: STEP_MILLISECONDS,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NODE_ENV: '', ...environment, PATH: path },
  });
  if (status === 0) return;
  throw new Error(
    `RUN ${command} failed (${signal ?? status}): ${`${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n')}`,
  );
}
