import type { ServerName } from './types';

const titles: Record<ServerName, string> = { postgres: 'Postgres', nats: 'NATS', redis: 'Redis' };

export function titleOf(server: ServerName): string {
  return titles[server];
}

/** The obstacle and its remedy, as one line. */
export class StackError extends Error {
  readonly server: ServerName | undefined;
  readonly why: string;
  readonly remedy: string;

  constructor(server: ServerName | undefined, why: string, remedy: string, options?: ErrorOptions) {
    const line = `${server ? `${titleOf(server)}: ` : ''}${why}; ${remedy}`;
    super(line.replace(/\s*\n\s*/g, ' '), options);
    this.name = 'StackError';
    this.server = server;
    this.why = why;
    this.remedy = remedy;
  }
}

/** The port was taken between choosing it and using it: another one may do. */
export class PortInUseError extends StackError {
  constructor(server: ServerName, port: number) {
    super(server, `port ${port} on 127.0.0.1 is in use`, 'stop what listens there (`ss -ltnp` names it) and try again');
    this.name = 'PortInUseError';
  }
}
