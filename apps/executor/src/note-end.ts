import { traceIdOf, type Effect, type ServiceCore } from '@arbiter/platform';

/** One line a run: what came of it, and where its trace is. */
export const noteEnd =
  ({ logger }: ServiceCore): Effect<'run.completed'> =>
  async ({ data: { runId, status, code }, traceParent }) =>
    logger.info({ traceId: traceIdOf(traceParent), runId, status, code }, 'run ended');
