import { Body, Controller, Headers, Inject, Post, Res } from '@nestjs/common';
import { ArtifactRegistry } from '@arbiter/artifacts';
import type { InboundMessage, MessageReceivedView } from '@arbiter/contracts';
import { Problem, StreamPlaces } from '@arbiter/runtime';
import type { FastifyReply } from 'fastify';
import { Operation, RUN_EVENTS, answer, inHeader, stream } from '../documents/operation';
import { refer } from '../documents/schemas';
import { turnReceived, type ReceivedFact } from '../intake/received-fact';
import { writeEventStream } from '../views/event-stream';
import type { Caller } from '../http/api-keys';
import { CallerOf, ClientOf } from '../http/caller';
import { MessageBody } from '../http/message-body';
import { wantsEventStream } from '../http/request-headers';
import { Reception } from '../reception';
import { activeBundle } from '../switched-on';

const IDENTITY = { field: 'messageId', status: 409 };

/** What both routes take and answer. */
const TAKES_MESSAGE = {
  parameters: [inHeader('Accept', "text/event-stream to get the run's events as the answer")],
  body: 'ChatMessage',
  answers: [
    stream('The event stream of the run.', RUN_EVENTS),
    answer(202, 'Received, now or before: the same message has the same requestId.', refer('Received')),
  ],
} as const;

@Controller('api/chat')
export class ChatController {
  constructor(
    @Inject(Reception) private readonly reception: Reception,
    @Inject(StreamPlaces) private readonly places: StreamPlaces,
    @Inject(ArtifactRegistry) private readonly artifacts: ArtifactRegistry,
  ) {}

  /** CH-01: answers with a receipt, or with the run's own event stream. */
  @Post('messages')
  @Operation({
    summary: 'Receive a message of a person (CH-01).',
    ...TAKES_MESSAGE,
    problems: [409],
  })
  receive(
    @CallerOf() caller: Caller,
    @ClientOf() client: string,
    @Body() body: MessageBody,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.take(caller, client, body, accept, reply);
  }

  /** TP-15: as above, and where no template serves the wish, the tenant's default agent does. */
  @Post('messages_two_stage')
  @Operation({
    summary: 'Receive a message of a person, whose wish an agent may serve (TP-15).',
    ...TAKES_MESSAGE,
    problems: [404, 409],
  })
  async receiveTwoStage(
    @CallerOf() caller: Caller,
    @ClientOf() client: string,
    @Body() body: MessageBody,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { conversation } = await activeBundle(this.artifacts, caller.tenant);
    if (conversation.twoStage !== true) throw twoStageDisabled();
    return this.take(caller, client, { ...body, twoStage: true }, accept, reply);
  }

  private async take(
    { tenant }: Caller,
    client: string,
    message: InboundMessage,
    accept: string | undefined,
    reply: FastifyReply,
  ): Promise<void> {
    const { channel = 'console', sessionId, messageId } = message;
    const fact = turnReceived(tenant, channel, message);
    if (wantsEventStream(accept)) return this.stream(client, fact, reply);
    const { requestId } = await this.reception.receive(fact, IDENTITY);
    await reply
      .code(202)
      .header('location', `/api/runs/${requestId}`)
      .send({ sessionId, messageId, requestId } satisfies MessageReceivedView);
  }

  /** A client without a place is refused before anything is received. */
  private async stream(client: string, fact: ReceivedFact, reply: FastifyReply): Promise<void> {
    const leave = this.places.take(client);
    try {
      const { feed } = await this.reception.receiveAndFollow(fact, IDENTITY);
      reply.hijack();
      await writeEventStream(reply.raw, feed);
    } finally {
      leave();
    }
  }
}

/** TP-16 */
const twoStageDisabled = (): Problem =>
  new Problem(
    404,
    'two_stage_disabled',
    'the two-stage route is switched off; send the message to /api/chat/messages',
    { field: 'twoStage' },
  );
