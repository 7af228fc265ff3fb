import { Type, type Static } from 'typebox';
import { Closed, OneOf } from '../vocabulary';

/** How a tenant's chats go on when several things are wanted at once (RT-08), and how patient they are (CL-09). */
export const ConversationDefinition = Closed({
  newRequest: Type.Unsafe<'switch' | 'queue'>({ ...OneOf(['switch', 'queue']), description: 'switch: it begins at once; queue: it waits while another is being worked on' }),
  toolOutputs: Type.Optional(Type.Unsafe<'hidden' | 'on_request'>({ ...OneOf(['hidden', 'on_request']), description: 'CH-12: whether a client may let its person unfold what tools returned; hidden when left out' })),
  mostQuestions: Type.Integer({ minimum: 1, maximum: 10, description: 'CL-09: how often a question is asked before a person is offered' }),
});
export type ConversationDefinition = Static<typeof ConversationDefinition>;
