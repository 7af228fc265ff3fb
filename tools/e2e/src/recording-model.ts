import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wireOf, type Answer, type Asked, type Body, type Used, type Wire, type WrittenCall } from './model-wires';

/** A model's input. */
export interface Given {
  /** every byte of the call: its line, its headers and its body */
  readonly bytes: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly from: Readonly<Record<string, string>>;
  /** what the platform says before the data, in order */
  readonly notes: readonly string[];
  /** the tools it is offered */
  readonly tools: readonly string[];
}

/** A call of a tool, by the name that the model knows it by. */
export interface Called {
  readonly name: string;
  /** a text is written as it is */
  readonly args: object | string;
}

const written = ({ name, args }: Called): WrittenCall => ({
  name,
  args: typeof args === 'string' ? args : JSON.stringify(args),
});

/** How the stream of an answer ends: at its end; torn before its last words; or never, with these again and again. */
type StreamEnd = 'whole' | 'torn' | 'endless';

/**
 * A model on this machine, asked in any of the wire formats that models speak, which the address tells. It keeps every
 * byte that it was sent and answers as a test tells it.
 */
export class RecordingModel {
  readonly given: Given[] = [];
  /** the model's answer to a text that is to be understood */
  propose: (given: Given) => object = () => ({ intentId: null, confidence: 0.9, slots: {} });
  /** the model's answer where prose is wanted */
  say: (given: Given) => string = ({ data }) => `Gladly: ${String(data['sentence'])}`;
  /** the calls of the model before it answers; none by default */
  call: (given: Given) => readonly Called[] = () => [];
  /** the model's reasoning before the answer: in tags, or as a part of its own */
  thinks = '';
  reasons = '';
  ends: StreamEnd = 'whole';
  /** delays its answer */
  ready: Promise<unknown> = Promise.resolve();
  /** the usage it reports for each answer; null: it reports none */
  used: Used | null = null;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<RecordingModel> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const model = new RecordingModel(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    server.on('request', (request, response) => {
      void request
        .setEncoding('utf8')
        .toArray()
        .then(async (pieces) => {
          await model.ready;
          const body = pieces.join('');
          const head = `${request.method} ${request.url}\n${JSON.stringify(request.rawHeaders)}\n`;
          const wire = wireOf(request.url);
          const asked = wire.read(JSON.parse(body) as Body);
          const answer = model.answer(asked, head + body);
          response.writeHead(200, { 'content-type': asked.isStream ? 'text/event-stream' : 'application/json' });
          if (asked.isStream) await model.stream(wire, answer, response);
          else response.end(JSON.stringify(wire.whole(answer)));
        });
    });
    return model;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer({ notes, text, tools, isProse }: Asked, bytes: string): Answer {
    const given: Given = {
      bytes,
      ...(JSON.parse(text) as Pick<Given, 'data' | 'from'>),
      notes: notes.slice(1),
      tools,
    };
    this.given.push(given);
    const { reasons, used } = this;
    const calls = this.call(given).map(written);
    if (calls.length > 0) return { text: '', reasons, calls, used };
    const answer = isProse ? this.say(given) : JSON.stringify(this.propose(given));
    return { text: this.thinks === '' ? answer : `<think>${this.thinks}</think>${answer}`, reasons, calls, used };
  }

  private async stream(wire: Wire, answer: Answer, response: ServerResponse): Promise<void> {
    const { begins, said, ends } = wire.streamed(answer);
    response.write(begins);
    if (this.ends === 'torn') {
      response.write(said.slice(0, -1).join(''), () => response.destroy());
    } else if (this.ends === 'endless') {
      response.write(said.slice(0, -1).join(''));
      await writeForever(response, said.at(-2) ?? '');
    } else {
      response.end(`${said.join('')}${ends}`);
    }
  }
}

/** Until the reader leaves. */
async function writeForever(response: ServerResponse, words: string): Promise<void> {
  const left = once(response, 'close');
  while (!response.destroyed)
    if (!response.write(words)) await Promise.race([once(response, 'drain').catch(() => undefined), left]);
}
