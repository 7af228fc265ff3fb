import { subjects } from '@arbiter/contracts';
import { ADAPTER_API, CHANNELS, channelHistory, channelUser, openBroker, type Broker } from '@arbiter/runtime/adapter';
import { MessageBus, reply } from './testing';

describe('the credentials of a channel, on a real server', () => {
  let bus: MessageBus;
  const brokers = new Map<string, Broker>();
  const refusals = new Map<string, string[]>();

  beforeAll(async () => {
    bus = await MessageBus.open();
    for (const channel of CHANNELS) {
      const { ARBITER_NATS_URL: url, ARBITER_NATS_PASSWORD: password } = bus.environmentOf(channel);
      const broker = await openBroker({
        url: url!,
        user: channelUser(channel),
        password,
        name: channel,
        inbox: channelUser(channel),
        api: ADAPTER_API,
      });
      const refused: string[] = [];
      void (async () => {
        for await (const status of broker.connection.status())
          if (status.type === 'error') refused.push(status.error.message.toLowerCase());
      })();
      brokers.set(channel, broker);
      refusals.set(channel, refused);
    }
  });
  afterAll(async () => {
    for (const broker of brokers.values()) await broker.close();
    await bus.close();
  });

  /** The server says what it refuses before it answers the ping. */
  async function isRefused(channel: string, subject: string, act: (broker: Broker) => void): Promise<boolean> {
    const refused = refusals.get(channel)!;
    const seen = refused.length;
    act(brokers.get(channel)!);
    await brokers.get(channel)!.connection.flush();
    await new Promise((resolve) => setImmediate(resolve));
    return refused.slice(seen).some((refusal) => refusal.includes(`"${subject.toLowerCase()}"`));
  }
  const publishIsRefused = (channel: string, subject: string) =>
    isRefused(channel, subject, ({ connection }) => connection.publish(subject, '{}'));
  const listenIsRefused = (channel: string, subject: string) =>
    isRefused(channel, subject, ({ connection }) => connection.subscribe(subject, { callback: () => undefined }));

  const PAIRS = CHANNELS.flatMap((channel) =>
    CHANNELS.filter((other) => other !== channel).map((other) => [channel, other] as const),
  );

  test.each(PAIRS)("%s neither publishes, reads, acknowledges nor deletes anything of %s's", async (channel, other) => {
    const [user, stranger] = [channelUser(channel), channelUser(other)];
    const published = [
      subjects.inbound('shop', other),
      subjects.inboundCancel('shop', other),
      subjects.outbound('shop', other),
      `$JS.API.CONSUMER.INFO.OUT.${stranger}`,
      `$JS.API.CONSUMER.MSG.NEXT.OUT.${stranger}`,
      `$JS.API.CONSUMER.MSG.NEXT.OUT.channel_history_${other}`,
      `$JS.API.CONSUMER.DELETE.OUT.${stranger}`,
      `${ADAPTER_API}.CONSUMER.MSG.NEXT.OUT.${stranger}`,
      `${ADAPTER_API}.CONSUMER.DELETE.OUT.${stranger}`,
      `$JS.API.CONSUMER.CREATE.OUT.${stranger}.${subjects.outbound('*', other)}`,
      `$JS.API.CONSUMER.CREATE.OUT.${user}.${subjects.outbound('*', other)}`,
      `$JS.API.CONSUMER.CREATE.OUT.${user}.${subjects.outbound('shop', other)}`,
      `$JS.API.CONSUMER.CREATE.OUT.other.${subjects.outbound('*', channel)}`,
      subjects.inbound('other', channel),
      subjects.inboundCancel('other', channel),
      subjects.outbound('other', channel),
      `$JS.ACK.OUT.${stranger}.1.1.1.1.0`,
      `_INBOX_${stranger}.1`,
    ];
    for (const subject of published)
      expect([subject, await publishIsRefused(channel, subject)]).toEqual([subject, true]);
    for (const subject of [subjects.inbound('shop', other), subjects.outbound('shop', other), `_INBOX_${stranger}.>`]) {
      expect([subject, await listenIsRefused(channel, subject)]).toEqual([subject, true]);
    }
  });

  test.each(CHANNELS)(
    '%s cannot get at the streams themselves, nor at anything beside its two durables, which it does not make',
    async (channel) => {
      const user = channelUser(channel);
      const requests = [
        'STREAM.INFO.OUT',
        'STREAM.INFO.IN',
        'STREAM.LIST',
        'STREAM.NAMES',
        'STREAM.MSG.GET.OUT',
        'STREAM.MSG.GET.IN',
        'STREAM.MSG.DELETE.OUT',
        'STREAM.PURGE.OUT',
        'STREAM.DELETE.OUT',
        'STREAM.UPDATE.OUT',
        'STREAM.CREATE.COPY',
        'STREAM.SNAPSHOT.OUT',
        'DIRECT.GET.OUT',
        'DIRECT.GET.IN',
        `DIRECT.GET.OUT.${subjects.outbound('shop', channel)}`,
        'CONSUMER.LIST.OUT',
        'CONSUMER.NAMES.OUT',
        'CONSUMER.CREATE.OUT',
        `CONSUMER.CREATE.OUT.${user}`,
        `CONSUMER.CREATE.OUT.${user}.>`,
        `CONSUMER.DURABLE.CREATE.OUT.${user}`,
        `CONSUMER.CREATE.OUT.${user}.${subjects.outbound('shop', channel)}`,
        `CONSUMER.CREATE.OUT.${channelHistory(channel)}`,
        `CONSUMER.CREATE.OUT.${channelHistory(channel)}.${subjects.outbound('shop', channel)}`,
        `CONSUMER.DELETE.OUT.${user}`,
        `CONSUMER.CREATE.IN.${user}.${subjects.inbound('*', channel)}`,
        `CONSUMER.MSG.NEXT.IN.ingress-inbound`,
      ];
      for (const subject of requests.flatMap((request) => [`$JS.API.${request}`, `${ADAPTER_API}.${request}`]))
        expect([subject, await publishIsRefused(channel, subject)]).toEqual([subject, true]);
      for (const subject of [
        '>',
        'arb.v1.>',
        subjects.inbounds,
        subjects.outbounds,
        subjects.outbound('shop', channel),
        subjects.everyUi,
        '$JS.EVENT.ADVISORY.>',
        '_INBOX.>',
      ]) {
        expect([subject, await listenIsRefused(channel, subject)]).toEqual([subject, true]);
      }
    },
  );

  test.each(CHANNELS)('%s publishes its own messages and reads its own replies', async (channel) => {
    const { stream } = brokers.get(channel)!;
    for (const subject of [subjects.inbound('shop', channel), subjects.inboundCancel('shop', channel)])
      expect((await stream.publish(subject, '{}', { timeout: 5_000 })).stream).toBe('IN');
    await bus.send(channel, reply({ sessionId: 's', text: channel }));
    const message = await (await stream.consumers.get('OUT', channelUser(channel))).next({ expires: 5_000 });
    expect(message?.json<{ text: string }>().text).toBe(channel);
  });
});
