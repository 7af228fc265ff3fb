import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import commandLine from '../tools/dev/command-line/command-line.cjs';

const [folder = join(import.meta.dirname, '..')] = commandLine.takeArguments('make-env').operands;
const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8');
const file = join(resolve(folder), '.env');

const made = new Map();
const lines = example.split('\n').map((line) => {
  const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
  if (name === undefined) return line;
  made.set(
    name,
    value.replace(/<([^>]+)>/, (_, wanted) => make(wanted)),
  );
  return `${name}=${made.get(name)}`;
});

try {
  writeFileSync(file, lines.join('\n'), { flag: 'wx', mode: 0o600 });
  process.stdout.write(`${file} written\n`);
} catch (error) {
  const why =
    error.code === 'EEXIST'
      ? 'is there already; remove it first if its secrets are to be replaced'
      : `could not be written (${error.message})`;
  process.stderr.write(`${file} ${why}\n`);
  process.exitCode = 1;
}

function make(wanted) {
  if (wanted === 'password') return `a${randomBytes(24).toString('hex')}`;
  if (wanted === '32 bytes in base64') return randomBytes(32).toString('base64');
  const source = /^sha256 of ([A-Z_]+)$/.exec(wanted)?.[1];
  if (made.has(source)) return createHash('sha256').update(made.get(source)).digest('hex');
  throw new Error(
    `.env.example wants <${wanted}>, which this does not make; write <password>, <32 bytes in base64> or <sha256 of NAME>`,
  );
}
