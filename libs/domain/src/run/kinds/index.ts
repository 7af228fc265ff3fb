import type { StepKinds } from '../state/run';
import { agentRun } from './agent-run';
import { askUser } from './ask-user';
import { CHECKED } from './checked';
import { emitResults } from './emit-results';
import { extract } from './extract';
import { finalize } from './finalize';
import { forEach } from './for-each';
import { respond } from './respond';
import { retrieve } from './retrieve';
import { synthesize } from './synthesize';
import { toolCall } from './tool-call';
import { verdict } from './verdict';
import { write } from './write';

/** The kinds of step (PL-23). A stop withdraws them in this order. */
export const KINDS: StepKinds = {
  agent_run: agentRun,
  tool_call: toolCall,
  for_each: forEach,
  synthesize,
  retrieve,
  write,
  extract,
  validate: CHECKED,
  emit_results: emitResults,
  verdict,
  respond,
  ask_user: askUser,
  finalize,
};
