import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A model that answers at once, as an OpenAI-compatible one. It is a process of its own, so that its processor time is
 * not counted for another; it sends its port to its parent, and ends with it.
 */
const piece = (data: object): string =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [], ...data })}\n\n`;
const choice = (delta: object, finish: string | null = null): string =>
  piece({ choices: [{ index: 0, delta, finish_reason: finish }] });
const SENTENCE = 'Your order 1002 is on its way.';
const USAGE = { prompt_tokens: 200, completion_tokens: 9 };
const STREAM = [
  choice({ role: 'assistant', content: '' }),
  choice({ content: SENTENCE }),
  choice({}, 'stop'),
  piece({ usage: USAGE }),
  'data: [DONE]\n\n',
].join('');

const WHOLE = JSON.stringify({
  id: 'c',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: SENTENCE }, finish_reason: 'stop' }],
  usage: USAGE,
});

const server = createServer((request, response) => {
  let asked = '';
  request.setEncoding('utf8').on('data', (text: string) => (asked += text));
  request.on('end', () => {
    const [type, answer] = asked.includes('"stream":true')
      ? ['text/event-stream', STREAM]
      : ['application/json', WHOLE];
    response.writeHead(200, { 'content-type': type }).end(answer);
  });
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
