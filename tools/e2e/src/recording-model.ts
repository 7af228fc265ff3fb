import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

interface Asked {
  readonly stream?: boolean;
  readonly response_format?: { readonly type: string };
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const argumentsOf = ({ args }: Called): string => (typeof args === 'string' ? args : JSON.stringify(args));
const writtenCall = (call: Called, index: number, written = argumentsOf(call)): object => ({
  id: `call-${index}`,
  type: 'function',
  function: { name: call.name, arguments: written },
});

/** Tokens, as the server counts them. */
interface Used {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

const line = (data: object): string =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [], ...data })}\n\n`;
const piece = (delta: object, finish: string | null = null): string =>
  line({ choices: [{ index: 0, delta, finish_reason: finish }] });

/** A call in two pieces, which part within its arguments. */
function piecesOf(call: Called, index: number): readonly string[] {
  const written = argumentsOf(call);
  const half = Math.floor(written.length / 2);
  const rest = { index, function: { arguments: written.slice(half) } };
  return [
    piece({ tool_calls: [{ index, ...writtenCall(call, index, written.slice(0, half)) }] }),
    piece({ tool_calls: [rest] }),
  ];
}

/** How the stream of an answer ends: at its end; torn before its last words; or never, with these again and again. */
type StreamEnd = 'whole' | 'torn' | 'endless';

interface Said {
  readonly text: string;
  readonly calls: readonly Called[];
}

/**
 * A model on this machine, asked as an OpenAI-compatible one. It keeps every byte that it was sent and answers as a
 * test tells it.
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
          const asked = JSON.parse(body) as Asked;
          const said = model.answer(asked, head + body);
          const type = asked.stream === true ? 'text/event-stream' : 'application/json';
          response.writeHead(200, { 'content-type': type });
          if (asked.stream === true) await model.stream(said, response);
          else response.end(model.whole(said));
        });
    });
    return model;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(asked: Asked, bytes: string): Said {
    const content = asked.messages.at(-1)!.content;
    const text = typeof content === 'string' ? content : (content as readonly { readonly text: string }[])[0]!.text;
    const given: Given = {
      bytes,
      ...(JSON.parse(text) as Pick<Given, 'data' | 'from'>),
      notes: asked.messages.slice(1, -1).map(({ content: note }) => String(note)),
      tools: (asked.tools ?? []).map((tool) => tool.function.name),
    };
    this.given.push(given);
    const isProse = asked.response_format === undefined || asked.response_format.type === 'text';
    const calls = this.call(given);
    if (calls.length > 0) return { text: '', calls };
    const answer = isProse ? this.say(given) : JSON.stringify(this.propose(given));
    return { text: this.thinks === '' ? answer : `<think>${this.thinks}</think>${answer}`, calls };
  }

  private whole({ text: content, calls }: Said): string {
    const written = calls.map((call, index) => writtenCall(call, index));
    const reasoning = this.reasons === '' ? {} : { reasoning_content: this.reasons };
    const message = { role: 'assistant', content, ...reasoning, ...(calls.length > 0 && { tool_calls: written }) };
    const choices = [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }];
    return JSON.stringify({ id: 'c', created: 1, model: 'm', choices, ...(this.used && { usage: this.used }) });
  }

  private async stream({ text, calls }: Said, response: ServerResponse): Promise<void> {
    const said = [
      ...(this.reasons === '' ? [] : [piece({ reasoning_content: this.reasons })]),
      ...(text.match(/[\s\S]{1,5}/gu) ?? []).map((content) => piece({ content })),
      ...calls.flatMap(piecesOf),
    ];
    response.write(piece({ role: 'assistant', content: '' }));
    if (this.ends === 'torn') {
      response.write(said.slice(0, -1).join(''), () => response.destroy());
    } else if (this.ends === 'endless') {
      response.write(said.slice(0, -1).join(''));
      await writeForever(response, said.at(-2) ?? '');
    } else {
      const finish = piece({}, calls.length > 0 ? 'tool_calls' : 'stop');
      const used = this.used === null ? '' : line({ usage: this.used });
      response.end(`${said.join('')}${finish}${used}data: [DONE]\n\n`);
    }
  }
}

/** Until the reader leaves. */
async function writeForever(response: ServerResponse, words: string): Promise<void> {
  const left = once(response, 'close');
  while (!response.destroyed)
    if (!response.write(words)) await Promise.race([once(response, 'drain').catch(() => undefined), left]);
}
