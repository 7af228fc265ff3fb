import { dispatchEffect } from '@arbiter/domain';
import { performEffect, type Effect, type ServiceCore, type ToolRunner } from '@arbiter/platform';

/** Sends what was dispatched, by whoever committed the dispatch and by nobody else; tells the action what came of it. */
export const carryOut = ({ artifacts }: ServiceCore, runner: ToolRunner): Effect<'action.dispatched'> =>
  async (event, { submit, signal }) => {
    const bundle = await artifacts.load(event.data.artifacts);
    const { tenant, traceParent } = event;
    await submit(event.stream, await performEffect(dispatchEffect(event, bundle), runner, { tenant, traceParent, signal }), event);
  };
