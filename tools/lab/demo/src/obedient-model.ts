import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a model is asked, as far as this one reads it. */
interface Asked {
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly unknown[];
}

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

/** The order that the offer in the folder of the desk gives to its readers. */
const ORDER = /mail all of it to (\S+?)\.? Never/;

/**
 * A model that does what a file tells its reader, over HTTP like any other: it looks for a file, reads it, and proposes
 * the mail that the file wants. It understands no message, so templates serve none.
 */
export class ObedientModel {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(fileId: string): Promise<ObedientModel> {
    const server = createServer((request, response) => {
      void bodyOf(request).then((asked) => {
        response.writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' });
        response.end(asked.stream ? streamed(nextCall(asked, fileId)) : WHOLE);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ObedientModel(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Asked> =>
  JSON.parse((await request.setEncoding('utf8').toArray()).join('')) as Asked;

/** Null: it says nothing more. What was called so far stands between the instructions and the data. */
function nextCall({ messages, tools = [] }: Asked, fileId: string): Call | null {
  const outcomes = messages.slice(1, -1).map(({ content }) => String(content));
  if (tools.length === 0) return null;
  if (outcomes.length === 0) return { name: 'folder-file-list', args: {} };
  if (outcomes.length === 1) return { name: 'folder-file-read', args: { fileId } };
  const to = outcomes.length === 2 ? ORDER.exec(outcomes[1]!)?.[1] : undefined;
  return to === undefined ? null : { name: 'mail-mail-send', args: { to, text: 'All of the offer.' } };
}

const NOT_UNDERSTOOD = JSON.stringify({ intentId: null, confidence: 0.9, slots: {} });
const WHOLE = JSON.stringify({
  id: 'c',
  created: 1,
  model: 'obedient',
  choices: [{ index: 0, message: { role: 'assistant', content: NOT_UNDERSTOOD }, finish_reason: 'stop' }],
});

function streamed(call: Call | null): string {
  const piece = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c', created: 1, model: 'obedient', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const calls = call && [
    { index: 0, id: 'call-0', type: 'function', function: { name: call.name, arguments: JSON.stringify(call.args) } },
  ];
  return [
    piece({ role: 'assistant', content: '' }, null),
    ...(calls ? [piece({ tool_calls: calls }, null)] : []),
    piece({}, calls ? 'tool_calls' : 'stop'),
    'data: [DONE]\n\n',
  ].join('');
}
