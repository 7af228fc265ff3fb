import { InboundCancel, terminal } from '@arbiter/contracts';
import { objectProblems } from '@arbiter/runtime';
import { unknownRun } from './http/known-run';
import { cancelReceived, type ReceivedFact } from './intake/received-fact';
import type { RunDirectory } from './intake/run-directory';
import type { WhoIsAsking } from './who-is-asking';

interface CancelParts {
  readonly who: Pick<WhoIsAsking, 'customerOf'>;
  readonly runs: Pick<RunDirectory, 'find'>;
}

/**
 * The `rag.cancel` of a channel (EV-01), with the effect that it has over HTTP. An adapter speaks for one person at a
 * time, so the run has to be theirs; another's is refused as one that is not there.
 */
export async function inboundCancel(
  { who, runs }: CancelParts,
  { tenant, channel }: { readonly tenant: string; readonly channel: string },
  body: unknown,
): Promise<ReceivedFact> {
  const [problem] = objectProblems(InboundCancel, body);
  if (problem) throw terminal('invalid_message', problem.detail, problem.field);
  const { requestId, userId } = body as InboundCancel;
  const run = await runs.find(tenant, requestId);
  if (run?.customerId !== (await who.customerOf({ tenant, channel, userId }))) throw unknownRun('requestId');
  return cancelReceived(run);
}
