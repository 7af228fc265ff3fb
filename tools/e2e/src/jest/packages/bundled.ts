import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../../../../..');

/**
 * The packages that our code imports and that come as many small files; but none that exports only a default, which
 * would be lost.
 */
const IMPORTED = [
  '@ai-sdk/anthropic',
  '@ai-sdk/openai',
  '@ai-sdk/openai-compatible',
  '@ai-sdk/provider',
  '@marcbachmann/cel-js',
  '@nats-io/jetstream',
  '@nats-io/transport-node',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/microservices',
  '@nestjs/platform-fastify',
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/semantic-conventions',
  '@slack/web-api',
  'ajv/dist/2019',
  'ajv/dist/2020',
  'ajv-formats',
  'chrono-node',
  'chrono-node/de',
  'chrono-node/en',
  'class-validator',
  'cockatiel',
  'grammy',
  'ioredis',
  'kysely',
  'kysely/migration',
  'p-limit',
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'reflect-metadata',
  'rxjs',
  'typebox',
  'typebox/compile',
  'typebox/value',
  'uuid',
  'yaml',
];
/** Packages that only `import` can load, while tests are compiled to `require`. */
const IMPORTED_ONLY = { 'eld/extrasmall': 'node_modules/eld/src/entries/static.extrasmall.js' };

const NAMES: ReadonlySet<string> = new Set([...IMPORTED, ...Object.keys(IMPORTED_ONLY)]);

/** Where the bundles for this lock file are, made or not. */
export const FOLDER = join(
  ROOT,
  'node_modules/.cache/arbiter-tests',
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(readFileSync(__filename))
    .digest('hex')
    .slice(0, 16),
);

/** The bundle to load for an import of our code; undefined for one that is loaded from its own package. */
export function bundleOf(name: string): string | undefined {
  return NAMES.has(name) ? join(FOLDER, `${name}.js`) : undefined;
}

/** The file of its package for each name. */
export function filesOfPackages(): Record<string, string> {
  const { resolve: fileOf } = createRequire(__filename);
  return {
    ...Object.fromEntries(IMPORTED.map((name) => [name, fileOf(name)])),
    ...Object.fromEntries(Object.entries(IMPORTED_ONLY).map(([name, file]) => [name, join(ROOT, file)])),
  };
}
