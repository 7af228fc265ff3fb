import { ArbiterError, localised, type UiLine } from '@arbiter/contracts';
import type { ArtifactRegistry } from '@arbiter/artifacts';
import { CheckedProse, groundOfReply, type ReplyAnswered } from '@arbiter/domain';
import type { Asker } from '@arbiter/models';
import type { Effect } from '@arbiter/runtime';
import { CheckedAttempts } from './checked-attempts';
import { Segments } from './segments';

/**
 * Asks for prose once the question is recorded, shows it as it is written and checked, and hands the whole back to the
 * run.
 */
export function askForReply(asker: Asker, bundles: ArtifactRegistry): Effect<'reply.requested'> {
  return async (event, { submit, show, artifacts }) => {
    const {
      class: stepClass,
      tier,
      stepId,
      actionId,
      copy,
      values,
      recognised,
      purpose,
      locale,
      closing,
      deadline,
      attempt,
    } = event.data;
    const { tenant, customerId } = event;
    const segments = new Segments((text, again) => show(event.stream, [tokenLine(text, attempt + again - 1)], event));
    const bundle = localised(await bundles.load(artifacts), locale);
    const { ground, copy: ownWords } = groundOfReply(event.data, bundle);
    const words = new CheckedAttempts(
      () => new CheckedProse(ground, ownWords),
      (text, again) => segments.add(text, again),
    );
    const askId = `${event.stream}@${event.version}/${purpose}`;
    const ask = {
      askId,
      tenant,
      customerId,
      purpose,
      artifacts,
      deadline,
      runId: event.correlationId,
      stepId,
      ...(actionId !== undefined && { actionId }),
      ...(stepClass === undefined ? {} : { class: stepClass }),
      ...(tier === undefined ? {} : { wish: tier }),
      marksAttempts: true,
      input: { copy, locale, closing, values, ...(recognised && { recognised }) },
    };
    try {
      const proposal = await asker.ask(ask, (delta, again) => words.add(delta, again), undefined, event.traceParent);
      if (proposal.kind === 'reply') await words.end();
      // The last piece and the decision meet in one batch: one append for both.
      const shown = segments.finish();
      const answered: ReplyAnswered = { name: 'reply.answered', stepId, attempt, proposal, segments: segments.count };
      await Promise.all([shown, submit(event.stream, answered, event)]);
    } catch (error) {
      if (!wasStopped(error)) throw error;
    }
  };
}

/**
 * The run was cancelled or ended while its prose was written: the executor stops reading, and the silence stops the
 * provider.
 */
const wasStopped = (error: unknown): boolean => error instanceof ArbiterError && error.code === 'not_writing';

const tokenLine = (text: string, attempt: number): UiLine => ({
  type: 'rag.token',
  phase: 'action_phase',
  phaseIndex: 2,
  cycleIndex: 1,
  payload: { text, attempt },
});
