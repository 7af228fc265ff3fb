import { createServer, type Server } from 'node:http';
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
interface Called {
  readonly name: string;
  readonly args: object;
}

interface Asked {
  readonly stream?: boolean;
  readonly response_format?: { readonly type: string };
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const writtenCall = ({ name, args }: Called, index: number): object => ({
  id: `call-${index}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
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
  /** the model's reasoning before the answer */
  thinks = '';
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
          response.end(asked.stream === true ? model.streamed(said) : model.whole(said));
        });
    });
    return model;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(asked: Asked, bytes: string): { readonly text: string; readonly calls: readonly Called[] } {
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

  private whole({ text: content, calls }: { readonly text: string; readonly calls: readonly Called[] }): string {
    const message = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls.map(writtenCall) }) };
    const choices = [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }];
    return JSON.stringify({ id: 'c', created: 1, model: 'm', choices, ...(this.used && { usage: this.used }) });
  }

  private streamed({ text, calls }: { readonly text: string; readonly calls: readonly Called[] }): string {
    return [
      piece({ role: 'assistant', content: '' }),
      ...(text.match(/[\s\S]{1,5}/gu) ?? []).map((content) => piece({ content })),
      ...calls.map((call, index) => piece({ tool_calls: [{ index, ...writtenCall(call, index) }] })),
      piece({}, calls.length > 0 ? 'tool_calls' : 'stop'),
      ...(this.used === null ? [] : [line({ usage: this.used })]),
      'data: [DONE]\n\n',
    ].join('');
  }
}
