import { Laboratory, type RunningIngress } from './testing/laboratory';

const MESSAGE = { sessionId: 's-1', userId: 'C-1', text: 'Where is my order 1002?', messageId: 'm-1' };

describe('ingress over HTTP', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start({ ARBITER_REDIS_URL: laboratory.stack.redis.url });
  });
  afterAll(() => laboratory.close());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}, url = running.url) =>
    fetch(`${url}${path}`, {
      method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    });
  const send = (body: unknown, headers: Record<string, string> = {}) => post('/api/chat/messages', body, headers);

  it('receives a message and answers what it was', async () => {
    const response = await send(MESSAGE);
    expect(response.status).toBe(202);
    const answer = await response.json();
    expect(answer).toEqual({ sessionId: 's-1', messageId: 'm-1', requestId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) });
  });
});
