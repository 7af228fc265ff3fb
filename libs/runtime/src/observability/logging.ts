import pino, { type Logger } from 'pino';

export type { Logger };

/** Names whose values never reach a log, at any depth. */
const PERSONAL = [
  'text',
  'args',
  'slots',
  'values',
  'reply',
  'message.text',
  'channelMetadata',
  'authorization',
  'cookie',
  'password',
  'apiKey',
];

/** JSON lines on standard output; nothing personal in them. */
export function openLogger(app: string, level: string): Logger {
  return pino({
    name: app,
    level,
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    serializers: { err: describeError },
  });
}

/** An error as it may be logged: its code and message, no values that may hang on it. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  return {
    type: error.name,
    message: error.message.slice(0, 500),
    code,
    kind,
    stack: error.stack?.split('\n').slice(0, 6).join('\n'),
  };
}
