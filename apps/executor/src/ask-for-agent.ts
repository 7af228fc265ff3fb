import type { AgentFact, EventName, RecordedOf } from '@arbiter/contracts';
import { ASK_TIMER, lapseSeconds, lapsesAt, type AgentAnswer, type AgentHeard } from '@arbiter/domain';
import {
  holdByTimer,
  isLeftToAnother,
  type AgentAsk,
  type AgentExchange,
  type AskAnswer,
  type AskFailure,
  type Asker,
} from '@arbiter/models';
import type { Effect } from '@arbiter/runtime';
import type { Database, EventStore } from '@arbiter/store';

const EXCHANGED = new Set<EventName>(['agent.opened', 'agent.answered', 'agent.call_ended', 'agent.call_refused']);

/**
 * Asks a model for the next step of an agent once the question is recorded. What the agent did so far is read from its
 * stream. While it waits it postpones the timer of the question; when this process dies, the timer goes off and the
 * question is asked again.
 */
export function askForAgent(
  asker: Asker,
  database: Database,
  store: Pick<EventStore, 'readKinds'>,
): Effect<'agent.asked'> {
  return async (event, { submit, artifacts, signal }) => {
    const { tenant, customerId, stream, version } = event;
    const { runId, stepId, ask, asked, final, deadline, at } = event.data;
    const facts = await store.readKinds([stream], EXCHANGED);
    const opened = facts.find((fact) => fact.name === 'agent.opened');
    if (!opened) return;
    const { task, wish, evidence = [], locale, class: stepClass } = opened.data;
    const { profile, tools, delegates = [], budget } = task;
    const named = delegates.map((delegate) => delegate.profile);
    const exchanges = exchangesIn(facts);
    const input: AgentAsk = { profile, tools, delegates: named, locale, wish, evidence, exchanges, final };
    const timer = { stream, key: ASK_TIMER };
    const hold = holdByTimer(database, timer, lapsesAt(at, asked), lapseSeconds(asked));
    const answer = await asker.ask(
      {
        askId: `${stream}@${version}/agent`,
        tenant,
        customerId,
        purpose: 'agent',
        artifacts,
        deadline,
        runId,
        stepId,
        class: stepClass,
        marksAttempts: true,
        ...(budget.dollars !== undefined && { dollars: budget.dollars }),
        input,
      },
      undefined,
      signal,
      event.traceParent,
      hold,
    );
    if (isLeftToAnother(answer)) return;
    const heard: AgentHeard = { name: 'agent.heard', ask, asked, answer: answerOf(answer) };
    await submit(stream, heard, event);
  };
}

function answerOf(answer: AskAnswer | AskFailure): AgentAnswer {
  if (answer.kind === 'failure') return { kind: 'failure', code: answer.code };
  if (answer.kind !== 'agent_step') return { kind: 'failure', code: 'invalid_proposal' };
  const { words, call, ignoredCalls, tokens, personal, provider, model } = answer;
  return { kind: 'step', words, call, ignoredCalls, tokens, provider, model, ...(personal && { personal }) };
}

/** In the order in which the model lived through them. */
function exchangesIn(facts: readonly RecordedOf<EventName>[]): AgentExchange[] {
  const exchanges: AgentExchange[] = [];
  let wanted: Extract<AgentFact, { name: 'agent.answered' }>['data']['call'] = null;
  for (const fact of facts) {
    if (fact.name === 'agent.answered') wanted = fact.data.call;
    if (fact.name === 'agent.call_refused') exchanges.push({ tool: fact.data.tool, refused: fact.data.why });
    if (fact.name === 'agent.call_ended' && wanted) {
      const { status, code, result } = fact.data;
      exchanges.push({ tool: wanted.tool, args: wanted.args, status, code, result });
    }
  }
  return exchanges;
}
