import { serveChannel, type ChannelHost } from '@arbiter/channels';
import { describeChannel, type ProviderAction, type ProviderSide, type ShownPost } from '@arbiter/channels/testing';
import { terminal, type Line } from './channel';

/** Screens side by side; what a prompt does with its own is shown in prompt.int-spec.ts. */
class Screens implements ProviderSide {
  private readonly shown: ShownPost[] = [];
  private host: ChannelHost<Line> | null = null;

  async serve(environment: NodeJS.ProcessEnv): Promise<ChannelHost<never>> {
    this.host = await serveChannel(terminal, {
      environment,
      deliver: async (block, { message }) => {
        this.shown.push({
          id: String(this.shown.length),
          chat: Number(message.sessionId),
          text: block.replace('arbiter › ', '').trim(),
          buttons: [],
          quotes: null,
        });
        return null;
      },
    });
    return this.host;
  }

  async send({ chat, person, number, ...rest }: ProviderAction): Promise<boolean> {
    const { text } = rest as { text: string };
    return this.host!.accept({ sessionId: String(chat), userId: String(person), messageId: String(number), text }).then(
      () => true,
      () => false,
    );
  }

  posts = (): readonly ShownPost[] => this.shown;
  marks = () => [];
  calls = () => [];
  limit(): void {}
  async close(): Promise<void> {}
}

describeChannel('terminal', {
  channel: terminal,
  kinds: ['text'],
  forgeries: [],
  takesLongTexts: true,
  tells: true,
  limits: false,
  openProvider: async () => new Screens(),
});
