import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';

const MOST_CUTS = 200;

/** Plays recorded streams on this machine, each cut into pieces that any network might make of it. */
export class StreamServer {
  private readonly plays: { readonly bytes: Buffer; readonly draw: () => number }[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<StreamServer> {
    const server = createServer();
    const opened = new StreamServer(server);
    server.on('request', (request, response) => {
      request.resume();
      void opened.play(Number(request.url?.split('/')[1]), response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return opened;
  }

  /** The base address under which these bytes are played, cut as the draws (0 to 1) say. */
  addressOf(bytes: Buffer, draw: () => number): string {
    this.plays.push({ bytes, draw });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${this.plays.length - 1}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async play(number: number, response: ServerResponse): Promise<void> {
    const play = this.plays[number];
    if (!play) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.socket?.setNoDelay(true);
    for (const piece of pieces(play.bytes, play.draw)) {
      response.write(piece);
      await setImmediate();
    }
    response.end();
  }
}

/** Cut anywhere, within a line, a word or a letter. */
function pieces(bytes: Buffer, draw: () => number): readonly Buffer[] {
  const cuts = Array.from({ length: Math.floor(draw() * MOST_CUTS) }, () => Math.floor(draw() * bytes.length)).toSorted(
    (left, right) => left - right,
  );
  return [0, ...cuts]
    .map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length))
    .filter(({ length }) => length > 0);
}
