import { stepOrigin, type Delivery, type EventData, type Plan } from '@arbiter/contracts';
import { History } from './recorded';

export const DELIVERY: Delivery = { locale: 'en', anchor: null, clears: null };
const SCOPE = { allowed: { shop: ['read'] } };
export const CHECKS: EventData<'action.denied'>['checks'] = {
  allowed: true,
  rule: 'policy:reads',
  reasons: ['reading is free'],
  riskClass: 'read',
  consent: 'clear',
  policyVersion: '1',
};

export const ORDER_PLAN: Plan = {
  intentId: 'order_status',
  template: 'order_status',
  templateVersion: '1.0.0',
  scope: SCOPE,
  steps: [
    {
      id: 'lookup',
      type: 'tool_call',
      title: 'Look up the order',
      dependsOn: [],
      optional: false,
      tool: 'shop.order.get',
      args: { orderNumber: { from: 'args.orderNumber' } },
    },
    { id: 'reply', type: 'respond', title: 'Answer', dependsOn: ['lookup'], optional: false, copy: 'order_status' },
  ],
};

const CLARIFY_PLAN: Plan = {
  intentId: null,
  template: 'platform.clarify',
  templateVersion: '1.0.0',
  scope: null,
  steps: [
    {
      id: 'reply',
      type: 'synthesize',
      title: 'Ask what is meant',
      dependsOn: [],
      optional: false,
      copy: 'unknown_intent',
    },
  ],
};

const QUESTION = { key: 'orderNumber', expectedType: 'identifier' as const, prompt: 'Which order is it?' };
const HANDOFF = {
  key: 'handoff',
  expectedType: 'yes_no' as const,
  prompt: 'Would you like me to loop in a human support agent?',
};

/** Words of the person; none of them may appear in a read model. */
export const PERSONAL = ['secret wish', 'parcel 1002 is in Leipzig', '1002', 'C-1'];

/** A message comes in and is routed to a thread of its own. */
export function comesIn(
  history: History,
  session: string,
  run: string,
  text = 'Where is my order 1002? secret wish',
): History {
  return history
    .add('turn.received', session, {
      requestId: run,
      sessionId: session,
      customerId: 'C-1',
      channel: 'web',
      messageId: `m-${run}`,
      locale: 'en',
      text,
      channelMetadata: {},
      payloadHash: 'h',
      receivedAt: '2026-03-02T10:00:00.000Z',
    })
    .add('turn.routed', session, {
      requestId: run,
      category: 'new_request',
      rule: 'new_request',
      inputs: {},
      threadId: run,
    })
    .add('thread.opened', session, { threadId: run, requestId: run });
}

/** Its intent is asked for and settled, and a run is requested. */
export function isUnderstood(history: History, session: string, run: string, sensitive: string[] = []): History {
  return history
    .add('intent.requested', session, {
      requestId: run,
      sessionId: session,
      messageId: `m-${run}`,
      threadId: run,
      eligible: ['order_status', 'refund_order'],
      text: 'secret wish',
      channel: 'web',
      locale: 'en',
      replyToRequestId: null,
      partOf: null,
      receivedAt: '2026-03-02T10:00:00.000Z',
      deadline: '2026-03-02T10:00:05.000Z',
      attempt: 1,
    })
    .add('intent.classified', session, {
      requestId: run,
      threadId: run,
      intentId: 'order_status',
      unknownIntent: false,
      rule: 'proposal_accepted',
      redactedParams: sensitive,
      slots: { orderNumber: '1002' },
      referent: null,
    })
    .add('run.requested', session, {
      requestId: run,
      sessionId: session,
      threadId: run,
      channel: 'web',
      messageId: `m-${run}`,
      purpose: 'template',
      intentId: 'order_status',
      template: 'order_status',
      copy: null,
      follows: null,
      question: null,
      fallback: false,
      args: { orderNumber: '1002' },
      artifacts: 'bundle',
      delivery: DELIVERY,
      overtakes: [],
      consent: null,
      replaces: null,
    });
}

/** Its plan is accepted and the run begins. */
export function isPlanned(
  history: History,
  session: string,
  run: string,
  plan: Plan = ORDER_PLAN,
  fallback = false,
): History {
  const where = {
    sessionId: session,
    threadId: run,
    channel: 'web',
    messageId: `m-${run}`,
    artifacts: 'bundle',
    delivery: DELIVERY,
    replaces: null,
  };
  return history
    .add('plan.accepted', run, {
      ...where,
      requestId: run,
      planHash: `plan-${run}`,
      plan,
      fallback,
      args: { orderNumber: '1002' },
    })
    .add('run.opened', run, { ...where, runId: run, openedAt: '2026-03-02T10:00:07.000Z' })
    .add('run.planned', run, { runId: run, planHash: `plan-${run}`, plan, fallback, args: { orderNumber: '1002' } });
}

export const requestsAction = (history: History, session: string, run: string): History =>
  history.add('action.requested', run, {
    actionId: `${run}.lookup`,
    runId: run,
    stepId: 'lookup',
    origin: stepOrigin('lookup'),
    tool: 'shop.order.get',
    args: { orderNumber: '1002' },
    idempotencyKey: `shop/${run}/lookup/order:1002/1`,
    planHash: `plan-${run}`,
    scope: SCOPE,
    sessionId: session,
    threadId: run,
    artifacts: 'bundle',
    locale: 'en',
    requestedAt: '2026-03-02T10:00:09.000Z',
  });

export const ofAction = (run: string) => ({
  actionId: `${run}.lookup`,
  runId: run,
  stepId: 'lookup',
  origin: stepOrigin('lookup'),
  tool: 'shop.order.get',
});

export const actionSucceeds = (history: History, run: string): History =>
  history
    .add('action.succeeded', `${run}.lookup`, {
      ...ofAction(run),
      attempt: 1,
      checks: CHECKS,
      result: { place: 'Leipzig' },
      recovered: false,
      completedAt: '2026-03-02T10:00:10.000Z',
    })
    .add('step.completed', run, {
      runId: run,
      stepId: 'lookup',
      status: 'completed',
      code: null,
      message: '',
      result: { place: 'Leipzig' },
      at: '2026-03-02T10:00:11.000Z',
    });

export function ends(
  history: History,
  session: string,
  run: string,
  changes: Partial<EventData<'run.completed'>> = {},
): History {
  const data: EventData<'run.completed'> = {
    runId: run,
    sessionId: session,
    threadId: run,
    channel: 'web',
    messageId: `m-${run}`,
    status: 'ok',
    code: null,
    header: { steps: [{ stepId: 'lookup', title: 'Look up the order', status: 'completed' }] },
    reply: 'parcel 1002 is in Leipzig',
    question: null,
    followers: [],
    fallback: false,
    locale: 'en',
    anchor: null,
    isDone: true,
    startedAt: '2026-03-02T10:00:07.000Z',
    completedAt: '2026-03-02T10:00:12.000Z',
    ...changes,
  };
  const status = data.status === 'error' ? 'failed' : data.question ? 'waiting_for_user' : 'done';
  return history.add('run.completed', run, data).add('thread.followed', session, {
    threadId: run,
    runId: run,
    status,
    question: data.question,
    actionId: null,
    binding: null,
    askedAt: null,
    outcome: data.question ? '' : data.reply,
  });
}

/** "Where is my order 1002?" from beginning to end: 15 facts. */
export const orderStory = (history: History, session: string, run: string): History =>
  ends(
    actionSucceeds(
      requestsAction(isPlanned(isUnderstood(comesIn(history, session, run), session, run), session, run), session, run),
      run,
    ),
    session,
    run,
  );

/** "Where is my order?" ends with a question. */
export const askingStory = (history: History, session: string, run: string): History =>
  ends(isPlanned(isUnderstood(comesIn(history, session, run), session, run), session, run), session, run, {
    question: QUESTION,
    reply: 'Which order is it?',
  });

/** A message that is not understood ends with the offer of a person. */
export function unknownStory(history: History, session: string, run: string): History {
  comesIn(history, session, run).add('intent.classified', session, {
    requestId: run,
    threadId: run,
    intentId: null,
    unknownIntent: true,
    rule: 'nothing_proposed',
    redactedParams: [],
    slots: {},
    referent: null,
  });
  return ends(isPlanned(history, session, run, CLARIFY_PLAN, true), session, run, {
    question: HANDOFF,
    fallback: true,
    reply: `What do you mean by secret wish? ${HANDOFF.prompt}`,
  });
}
