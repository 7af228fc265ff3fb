import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A model that answers at once and in one piece, as an OpenAI-compatible one. A process of its own, so that what it takes counts for nobody
 * else; it tells its port to who started it, and ends with that process.
 */
const piece = (data: object): string =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [], ...data })}\n\n`;
const choice = (delta: object, finish: string | null = null): string =>
  piece({ choices: [{ index: 0, delta, finish_reason: finish }] });
const ANSWER = [
  choice({ role: 'assistant', content: '' }),
  choice({ content: 'Your order 1002 is on its way.' }),
  choice({}, 'stop'),
  piece({ usage: { prompt_tokens: 200, completion_tokens: 9 } }),
  'data: [DONE]\n\n',
].join('');

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(ANSWER));
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
