import { serveChannel, type ChannelHost } from '@arbiter/channels';
import type { ChannelHarness, Forgery, ProviderAction, ProviderSide, ShownMark } from '@arbiter/channels/testing';
import type { KnownBlock } from '@slack/types';
import { slack } from '../channel';
import { slackOptions } from '../serve';
import { SlackServer, type AppCall, type Tampering } from './slack-server';
import { chatOf, numberOf, updateOf, type StandingPost } from './updates';

const TAMPERING: Record<Forgery, Tampering> = {
  missing: { signature: null },
  wrong: { signature: `v0=${'0'.repeat(64)}` },
  old: { ageSeconds: 301 },
};

/** The adapter against a local Slack. */
export const slackHarness: ChannelHarness = {
  channel: slack,
  kinds: ['text', 'edited', 'unsupported', 'own', 'pressed'],
  forgeries: ['missing', 'wrong', 'old'],
  takesLongTexts: true,
  tells: false,
  limits: true,
  openProvider: async () => new SlackSide(await SlackServer.start()),
};

export class SlackSide implements ProviderSide {
  private port = 0;

  constructor(readonly server: SlackServer) {}

  async serve(environment: NodeJS.ProcessEnv): Promise<ChannelHost<never>> {
    const host = await serveChannel(
      slack,
      slackOptions({
        ...environment,
        ARBITER_HTTP_PORT: '0',
        ARBITER_SLACK_TOKEN: this.server.token,
        ARBITER_SLACK_SIGNING_SECRET: this.server.signingSecret,
        ARBITER_SLACK_API_URL: this.server.url,
      }),
    );
    this.port = host.port!;
    return host;
  }

  urlOf(route: 'events' | 'actions'): string {
    return `http://127.0.0.1:${this.port}/slack/${route}`;
  }

  async send(action: ProviderAction, forgery?: Forgery): Promise<boolean> {
    const update = updateOf(action);
    const tampering = forgery ? TAMPERING[forgery] : {};
    const response =
      update.type === 'block_actions'
        ? await this.server.sendInteraction(this.urlOf('actions'), update, tampering)
        : await this.server.sendEvent(this.urlOf('events'), update, tampering);
    return response.ok;
  }

  posts(): readonly StandingPost[] {
    return this.server.done('chat.postMessage').map((call) => ({
      call,
      id: String(call.result['ts']),
      chat: chatOf(String(call.arguments['channel'])),
      text: textOf(call),
      buttons: buttonsOf(call),
      quotes: typeof call.arguments['thread_ts'] === 'string' ? numberOf(call.arguments['thread_ts']) : null,
    }));
  }

  /** What stands at a message after each call; when both stand there for a moment, the later one is what counts. */
  marks(): readonly ShownMark[] {
    const standing = new Map<string, Set<string>>();
    const shown: ShownMark[] = [];
    for (const {
      method,
      arguments: { channel, timestamp, name },
    } of this.server.calls.filter((call) => call.refusedWith === null && call.method.startsWith('reactions.'))) {
      const names = standing.get(String(timestamp)) ?? new Set();
      standing.set(String(timestamp), names);
      if (method === 'reactions.add') names.add(String(name));
      else names.delete(String(name));
      const reaction = names.has('white_check_mark') ? 'done' : names.has('eyes') ? 'working' : 'none';
      const mark: ShownMark = { chat: chatOf(String(channel)), number: numberOf(String(timestamp)), reaction };
      if (
        JSON.stringify(shown.findLast(({ chat, number }) => chat === mark.chat && number === mark.number)) !==
        JSON.stringify(mark)
      )
        shown.push(mark);
    }
    return shown;
  }

  calls() {
    return this.server.calls
      .filter(({ method }) => method === 'chat.postMessage')
      .map((call) => ({
        at: call.at,
        chat: chatOf(String(call.arguments['channel'])),
        wasLimited: call.refusedWith === 'ratelimited',
      }));
  }

  limit(seconds: number, times: number): void {
    for (let time = 0; time < times; time += 1) this.server.limitNext('chat.postMessage', seconds);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

const blocksOf = (call: AppCall): readonly KnownBlock[] => call.arguments['blocks'] as KnownBlock[];
const textOf = (call: AppCall): string =>
  blocksOf(call)
    .flatMap((block) => (block.type === 'section' ? [block.text?.text ?? ''] : []))
    .join('\n');
const buttonsOf = (call: AppCall): readonly string[] =>
  blocksOf(call).flatMap((block) =>
    block.type === 'actions'
      ? block.elements.flatMap((element) => (element.type === 'button' ? [element.text.text] : []))
      : [],
  );
