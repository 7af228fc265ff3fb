import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FamilyName } from '../remote';

/** What the server does with one call. */
export interface Script {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** written one after the other */
  readonly pieces?: Iterable<string>;
  /** the event after the pieces: an end, nothing at all, or a torn connection */
  readonly then?: 'end' | 'hang' | 'tear';
}

interface Heard {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A model's server on this machine: it answers as it is told and keeps what it was asked. */
export class ModelServer {
  readonly heard: Heard[] = [];
  readonly left: Promise<void>;
  script: Script | ((call: number) => Script) = {};
  private readonly leave: () => void;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.left = promise;
    this.leave = resolve;
  }

  static async open(): Promise<ModelServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const opened = new ModelServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    server.on('request', (request, response) => void opened.answer(request, response));
    return opened;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => !response.writableFinished && this.leave());
    const body = (await request.setEncoding('utf8').toArray()).join('');
    const { 'x-api-key': key, authorization = key as string | undefined } = request.headers;
    this.heard.push({ path: request.url ?? '', authorization, body });
    const {
      status = 200,
      headers = { 'content-type': 'text/event-stream' },
      pieces = [],
      then = 'end',
    } = typeof this.script === 'function' ? this.script(this.heard.length) : this.script;
    response.writeHead(status, headers);
    response.flushHeaders();
    for (const piece of pieces) {
      if (response.destroyed) return;
      if (!response.write(piece)) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    if (then === 'end') response.end();
    if (then === 'tear') setTimeout(() => response.destroy(), 20);
  }
}

const frame = (data: object, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
const typed = (data: { readonly type: string; readonly [field: string]: unknown }): string => frame(data, data.type);

/**
 * A whole answer in a family's own words: a thought, these texts, seven tokens in and three out. The last piece ends
 * it.
 */
export const ANSWERS: Readonly<Record<FamilyName, (...texts: readonly string[]) => readonly string[]>> = {
  openai_chat: chat,
  openai_compatible: chat,
  openai: (...texts) => [
    typed({ type: 'response.created', response: { id: 'r1', created_at: 1, model: 'm', service_tier: null } }),
    typed({
      type: 'response.output_item.added',
      output_index: 0,
      item: { type: 'message', id: 'msg', phase: 'final_answer' },
    }),
    ...texts.map((delta) =>
      typed({
        type: 'response.output_text.delta',
        item_id: 'msg',
        output_index: 0,
        content_index: 0,
        delta,
        logprobs: [],
      }),
    ),
    typed({
      type: 'response.output_item.done',
      output_index: 0,
      item: { type: 'message', id: 'msg', phase: 'final_answer' },
    }),
    typed({
      type: 'response.completed',
      response: { incomplete_details: null, usage: { input_tokens: 7, output_tokens: 3 }, service_tier: null },
    }),
  ],
  anthropic: (...texts) => [
    typed({
      type: 'message_start',
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'm',
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 7, output_tokens: 1 },
      },
    }),
    typed({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }),
    typed({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'a secret thought' } }),
    typed({ type: 'content_block_stop', index: 0 }),
    typed({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }),
    ...texts.map((text) => typed({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text } })),
    typed({ type: 'content_block_stop', index: 1 }),
    typed({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 3 },
    }),
    typed({ type: 'message_stop' }),
  ],
};

function chat(...texts: readonly string[]): readonly string[] {
  const choice = (delta: object, finish: string | null = null): string =>
    frame({ id: 'c1', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] });
  return [
    choice({ role: 'assistant', content: '' }),
    choice({ reasoning_content: 'a secret thought' }),
    ...texts.map((content) => choice({ content })),
    `${choice({}, 'stop')}${frame({ id: 'c1', created: 1, model: 'm', choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } })}data: [DONE]\n\n`,
  ];
}

/** The same answer in one piece, as the server sends it where no stream is asked for. */
export const WHOLE_ANSWERS: Readonly<Record<FamilyName, (text: string) => object>> = {
  openai_chat: wholeChat,
  openai_compatible: wholeChat,
  openai: (text) => ({
    id: 'r1',
    created_at: 1,
    model: 'm',
    status: 'completed',
    output: [
      { type: 'reasoning', id: 'rs', summary: [{ type: 'summary_text', text: 'a secret thought' }] },
      { type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
    ],
    usage: { input_tokens: 7, output_tokens: 3 },
  }),
  anthropic: (text) => ({
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'thinking', thinking: 'a secret thought', signature: 's' },
      { type: 'text', text },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 7, output_tokens: 3 },
  }),
};

function wholeChat(content: string): object {
  const message = { role: 'assistant', content, reasoning_content: 'a secret thought' };
  return {
    id: 'c1',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 7, completion_tokens: 3 },
  };
}
