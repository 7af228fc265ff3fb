import { traceIdOf, type Effect, type Logger } from '@arbiter/runtime';

/** One line per run: its outcome, and its trace. */
export const logRunEnd =
  (logger: Logger): Effect<'run.completed'> =>
  async ({ data: { runId, status, code }, traceParent }) =>
    logger.info({ traceId: traceIdOf(traceParent), runId, status, code }, 'run ended');
