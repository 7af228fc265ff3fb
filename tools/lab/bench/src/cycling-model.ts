import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly messages: readonly { readonly content: string }[];
}

/**
 * A model on this machine, asked as an OpenAI-compatible one, that answers at once: it calls the tool that it is
 * offered so many times, each time with another text, and then speaks. It measures the time from an answer that calls
 * to the next question of the same agent.
 */
export class CyclingModel {
  /** milliseconds from a call to the question after it */
  cycles: number[] = [];
  private readonly answeredAt = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly calls: number,
    private readonly tool: string,
  ) {}

  /** `tool`: as a model knows it; it takes a `text`. */
  static async open(tool: string, calls: number): Promise<CyclingModel> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const model = new CyclingModel(server, url, calls, tool);
    server.on('request', (request: IncomingMessage, response) => {
      const at = performance.now();
      void request
        .setEncoding('utf8')
        .toArray()
        .then((pieces: string[]) => {
          const [agent, answer] = model.answer(JSON.parse(pieces.join('')) as Asked, at);
          response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
          if (agent !== null) model.answeredAt.set(agent, performance.now());
        });
    });
    return model;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  /** The wish names the agent; null where it is asked no more. Each call so far has a message of its own. */
  private answer({ messages }: Asked, at: number): readonly [agent: string | null, answer: string] {
    const agent = messages.at(-1)!.content;
    const made = messages.length - 2;
    const before = this.answeredAt.get(agent);
    this.answeredAt.delete(agent);
    if (before !== undefined) this.cycles.push(at - before);
    if (made >= this.calls) return [null, written({ content: 'All of it is said.' }, 'stop')];
    const call = { name: this.tool, arguments: JSON.stringify({ text: `text ${made}` }) };
    const calls = [{ index: 0, id: `call-${made}`, type: 'function', function: call }];
    return [agent, written({ content: '', tool_calls: calls }, 'tool_calls')];
  }
}

const written = (delta: object, finish: string): string =>
  [
    piece([{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }]),
    piece([{ index: 0, delta: {}, finish_reason: finish }]),
    piece([], { usage: { prompt_tokens: 200, completion_tokens: 9 } }),
    'data: [DONE]\n\n',
  ].join('');

const piece = (choices: readonly object[], more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices, ...more })}\n\n`;
