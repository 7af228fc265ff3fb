import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ChannelHost } from '@arbiter/channels';
import { MessageBus, eventually, reply } from '@arbiter/channels/testing';
import type { OutboundMessage } from '@arbiter/contracts';
import { DiscardPolicy } from '@nats-io/jetstream';
import { SlackSide } from './testing/harness';
import { SlackServer } from './testing/slack-server';
import { channelOf, envelopeOf, messageOf } from './testing/updates';

/** The built process entry: `tsc -b` comes before the tests. */
const MAIN = join(__dirname, '..', 'dist', 'main.js');
const VERIFICATION = {
  type: 'url_verification',
  token: 'Jhj5dZrVaK7ZwHHjRyZWjbDl',
  challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
};

describe('the adapter', () => {
  let bus: MessageBus;
  let side: SlackSide;
  let slack: SlackServer;
  let host: ChannelHost<never>;
  /** one of its own for each fact: the broker remembers for a while what it has had */
  let chat = 0;

  beforeAll(async () => {
    bus = await MessageBus.open();
  });
  beforeEach(async () => {
    chat += 1;
    await bus.clear();
    slack = await SlackServer.start();
    side = new SlackSide(slack);
    host = await side.serve(bus.environmentOf('slack'));
  });
  afterEach(async () => {
    await host.close();
    await slack.close();
  });
  afterAll(() => bus.close());

  const write = (number: number, said: string, headers = {}) =>
    slack.sendEvent(side.urlOf('events'), envelopeOf(messageOf(chat, 1, number, { text: said })), { headers });
  const send = async (...messages: Partial<OutboundMessage>[]) => {
    for (const message of messages) await bus.send('slack', reply({ sessionId: channelOf(chat), ...message }));
    await eventually(async () => expect(await bus.owed('slack')).toBe(0));
  };
  const texts = () => side.posts().map((post) => post.text);

  it('answers the challenge by which Slack learns the address, when it is signed', async () => {
    expect(await (await slack.sendEvent(side.urlOf('events'), VERIFICATION)).text()).toBe(VERIFICATION.challenge);
    expect((await slack.sendEvent(side.urlOf('events'), VERIFICATION, { signature: null })).status).toBe(401);
  });

  it('publishes once what Slack tries again', async () => {
    await write(1, 'hello');
    expect((await write(1, 'hello', { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' })).status).toBe(
      200,
    );
    expect(await bus.inbound('slack')).toHaveLength(1);
  });

  it('publishes once what comes as a message and as a mention of the app', async () => {
    const message = messageOf(chat, 1, 1, { text: '<@U0ADA> hello' });
    await slack.sendEvent(side.urlOf('events'), envelopeOf(message));
    await slack.sendEvent(side.urlOf('events'), envelopeOf({ ...message, type: 'app_mention' } as never));
    expect((await bus.inbound('slack')).map((inbound) => inbound.text)).toEqual(['hello']);
  });

  it('tells Slack to come again when the broker does not take a message, and not to when it can never be one', async () => {
    const endless = {
      type: 'block_actions',
      user: { id: 'U'.repeat(200) },
      channel: { id: 'D1' },
      actions: [{ type: 'button', action_id: 'answer-0', action_ts: '1.1', value: 'r:Yes' }],
    };
    expect((await slack.sendInteraction(side.urlOf('actions'), endless)).status).toBe(200);
    await bus.operator.manager.streams.update('IN', { max_msgs: 1, discard: DiscardPolicy.New });
    await write(1, 'first');
    expect((await write(2, 'second')).status).toBe(503);
    await bus.operator.manager.streams.update('IN', { max_msgs: -1 });
    expect((await write(2, 'second', { 'x-slack-retry-num': '1' })).status).toBe(200);
    expect((await bus.inbound('slack')).map((inbound) => inbound.text)).toEqual(['first', 'second']);
  });

  it.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['null', 'null'],
  ])('refuses %s with 400', async (_, body) => {
    const response = await slack.sendRaw(side.urlOf('events'), body);
    expect(response.status).toBe(400);
    expect(await bus.inbound('slack')).toEqual([]);
  });

  it('holds no words up for a mark Slack refuses or has no time for', async () => {
    slack.failNext('reactions.add', 'too_many_reactions');
    slack.limitNext('reactions.add', 30);
    const marks = [{ messageId: '1700000001.000017', reaction: 'working' as const }];
    await send({ kind: 'working', marks }, { kind: 'pre', text: 'One moment.', marks }, { text: 'Done.' });
    expect(texts()).toEqual(['One moment.', 'Done.']);
  });

  it('finds a mark that stands there already, or no longer, in order', async () => {
    const mark = (reaction: 'working' | 'done' | 'none') => ({
      kind: 'working' as const,
      marks: [{ messageId: '1700000001.000017', reaction }],
    });
    await send(mark('working'), mark('working'), mark('none'), mark('none'));
    expect(
      slack.calls
        .filter(({ method }) => method !== 'auth.test')
        .map(({ method, refusedWith }) => [method, refusedWith]),
    ).toEqual([
      ['reactions.add', null],
      ['reactions.add', 'already_reacted'],
      ['reactions.remove', null],
      ['reactions.remove', 'no_reaction'],
      ['reactions.remove', 'no_reaction'],
      ['reactions.remove', 'no_reaction'],
    ]);
  });

  it('drops what Slack refuses for good, and goes on', async () => {
    slack.failNext('chat.postMessage', 'is_archived');
    await send({ text: 'lost' }, { text: 'found' });
    expect(texts()).toEqual(['found']);
  });

  it('answers in the channel when the thread to answer in is gone', async () => {
    slack.failNext('chat.postMessage', 'thread_not_found');
    await send({ text: 'here', quote: '1700000001.000017' });
    expect(side.posts()).toMatchObject([{ text: 'here', quotes: null }]);
  });

  it('tries again after a failure that passes', async () => {
    slack.breakNext('chat.postMessage', 503);
    slack.failNext('chat.postMessage', 'internal_error');
    await send({ text: 'patience' });
    expect(texts()).toEqual(['patience']);
  });

  it('asks Slack to make nothing of a text', async () => {
    await send({ text: 'https://x.example @here' });
    expect(slack.done('chat.postMessage')[0]!.arguments).toMatchObject({
      parse: 'none',
      link_names: 'false',
      unfurl_links: 'false',
      unfurl_media: 'false',
    });
  });
});

describe('the process', () => {
  it('with a token Slack does not know does not start, and says which variable to set', async () => {
    const [bus, slack] = [await MessageBus.open(), await SlackServer.start()];
    const given = {
      ...bus.environmentOf('slack'),
      ARBITER_HTTP_PORT: '0',
      ARBITER_SLACK_TOKEN: 'xoxb-another',
      ARBITER_SLACK_SIGNING_SECRET: 's',
      ARBITER_SLACK_API_URL: slack.url,
    };
    const child = fork(MAIN, { silent: true, env: { PATH: process.env['PATH'], ...given } });
    const [printed] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    expect(child.exitCode).toBe(1);
    expect(printed).toMatch(/^channel-slack: Slack refuses ARBITER_SLACK_TOKEN; set ARBITER_SLACK_TOKEN to .*\n$/);
    await slack.close();
    await bus.close();
  });

  it.each([
    ['ARBITER_SLACK_TOKEN', {}],
    ['ARBITER_SLACK_SIGNING_SECRET', { ARBITER_SLACK_TOKEN: 'xoxb-1' }],
    ['ARBITER_NATS_URL', { ARBITER_SLACK_TOKEN: 'xoxb-1', ARBITER_SLACK_SIGNING_SECRET: 's' }],
  ])('without %s ends with one line that names it', async (variable, environment) => {
    const child = fork(MAIN, { silent: true, env: { PATH: process.env['PATH'], ...environment } });
    const [printed] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    expect(child.exitCode).toBe(1);
    expect(printed).toMatch(new RegExp(`^channel-slack: ${variable} is not set; set it to .*\\n$`));
  });
});
