import { UnfillableTemplate } from '../calls/fill-template';
import { PASS, deny, type Finding, type Subject } from './finding';

/** AG-02: malformed model output ends here. */
export function argumentsFit({ request, tool }: Subject): Finding {
  let errors: readonly string[];
  try {
    errors = tool.argumentErrors(request.args);
  } catch {
    return deny('tool_unusable', `the argument schema of tool ${request.tool} is not valid JSON Schema 2020-12`);
  }
  return errors.length === 0 ? PASS : deny('invalid_args', ...errors);
}

/** The arguments make one request and nothing else. */
export function requestBuilds({ tool, call }: Subject): Finding {
  const { definition, extension } = tool;
  if (!definition.builtin && (!definition.request || !extension?.baseUrlVariable)) {
    return deny(
      'tool_unusable',
      `tool ${definition.tool} has no builtin, and no request with an extension that names its baseUrlVariable`,
    );
  }
  try {
    call();
    return PASS;
  } catch (error) {
    if (error instanceof UnfillableTemplate) return deny('invalid_args', error.message);
    throw error;
  }
}
