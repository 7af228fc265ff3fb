import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export interface Probe {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure?: boolean;
  greeting?: string;
  timeoutMilliseconds: number;
}

const limitBytes = 8_192;

/** The first line that comes back after the greeting. Rejects when nothing listens or no line comes within the time. */
export function firstLine(probe: Probe): Promise<string> {
  const { host, port, greeting, timeoutMilliseconds } = probe;
  return new Promise((resolve, reject) => {
    let received = '';
    const started = () => {
      if (greeting) socket.write(greeting);
    };
    const socket = probe.secure
      ? connectSecurely({ host, port, servername: host }, started)
      : connect({ host, port }, started);
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(timeoutMilliseconds, () => fail(new Error(`no answer within ${timeoutMilliseconds} ms`)));
    socket.once('error', fail);
    socket.once('close', () => reject(new Error('it closed the connection without a word')));
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('utf8');
      const end = received.indexOf('\r\n');
      if (end === -1 && received.length < limitBytes) return;
      resolve(received.slice(0, end === -1 ? limitBytes : end));
      socket.destroy();
    });
  });
}
