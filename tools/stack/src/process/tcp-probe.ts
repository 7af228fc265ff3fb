import { connect } from 'node:net';

const limitBytes = 8_192;

/**
 * Connects, sends `greeting` if there is one, and returns the first line that comes back.
 * Rejects when nothing listens or no line comes within the time.
 */
export function firstLine(host: string, port: number, greeting: string | undefined, timeoutMilliseconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ host, port });
    const fail = (error: Error) => { socket.destroy(); reject(error); };
    socket.setTimeout(timeoutMilliseconds, () => fail(new Error(`no answer within ${timeoutMilliseconds} ms`)));
    socket.once('error', fail);
    socket.once('close', () => reject(new Error('it closed the connection without a word')));
    socket.once('connect', () => { if (greeting) socket.write(greeting); });
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
      const end = received.indexOf('\r\n');
      if (end === -1 && received.length < limitBytes) return;
      resolve(received.slice(0, end === -1 ? limitBytes : end));
      socket.destroy();
    });
  });
}
