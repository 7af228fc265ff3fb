import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readJson, type Values } from '@arbiter/contracts';

/** A call as a model wants it, by the platform's name of the tool. */
export interface WantedCall {
  readonly tool: string;
  readonly args: Values;
}

/** What a model is told of one of its calls: what came of it, or that it was not made. */
export type ToldCall = { readonly status: string; readonly code?: string; readonly result?: unknown } | 'not_made';

interface Asked {
  readonly messages: readonly { readonly content: string }[];
}

/**
 * A model on this machine, asked as an OpenAI-compatible one, whose decisions were made before: it wants one call after
 * the other, whatever becomes of them, and then has nothing to say.
 */
export class ScriptedAgent {
  private calls: readonly WantedCall[] = [];
  private heard: readonly ToldCall[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<ScriptedAgent> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const agent = new ScriptedAgent(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    server.on('request', (request, response) => {
      void request
        .setEncoding('utf8')
        .toArray()
        .then((pieces: string[]) => {
          const answer = agent.answer(readJson(pieces.join('')) as Asked);
          response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
        });
    });
    return agent;
  }

  /** What it was told of its calls so far, in their order. */
  get told(): readonly ToldCall[] {
    return this.heard;
  }

  begin(calls: readonly WantedCall[]): void {
    [this.calls, this.heard] = [calls, []];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private answer({ messages }: Asked): string {
    this.heard = messages.slice(1, -1).map(({ content }) => toldIn(content));
    const next = this.calls[this.heard.length];
    const called = next && {
      index: 0,
      id: `call-${this.heard.length}`,
      type: 'function',
      function: { name: next.tool.replaceAll('.', '-'), arguments: JSON.stringify(next.args) },
    };
    return [
      piece({ role: 'assistant', content: '', ...(called && { tool_calls: [called] }) }, null),
      piece({}, called ? 'tool_calls' : 'stop'),
      'data: [DONE]\n\n',
    ].join('');
  }
}

const piece = (delta: object, finish_reason: string | null): string => {
  const choices = [{ index: 0, delta, finish_reason }];
  return `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices })}\n\n`;
};

/** A sentence, and below it the outcome as data where the call was made. */
function toldIn(note: string): ToldCall {
  const begin = note.indexOf('\n');
  if (begin === -1) return 'not_made';
  return (readJson(note.slice(begin + 1)) as { readonly data: ToldCall }).data;
}
