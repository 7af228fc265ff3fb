import type { Trace } from '../shell';
import type { Logger } from './logging';
import { traceIdOf } from './trace-parent';

type Open<Parent> = (
  name: string,
  parent: Parent,
  attributes: Readonly<Record<string, string>>,
  kind?: 'consumer' | 'client',
) => Trace;

/** At level debug every handled input is one line with its trace and its run; at any other level this costs nothing. */
export function withDebugLog<Parent>(open: Open<Parent>, logger: Logger): Open<Parent> {
  if (!logger.isLevelEnabled('debug')) return open;
  return (name, parent, attributes, kind) => {
    const { traceParent, end } = open(name, parent, attributes, kind);
    return {
      traceParent,
      end: (error, more) => {
        end(error, more);
        logger.debug(
          { traceId: traceIdOf(traceParent), runId: attributes['arbiter.run'], failed: error !== undefined },
          name,
        );
      },
    };
  };
}
