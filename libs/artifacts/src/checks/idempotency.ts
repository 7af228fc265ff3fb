import { type ToolDefinition, placeholdersOf } from '@arbiter/contracts';
import type { ReportInside } from './check';
import { meantOf } from './expressions';

/**
 * Statuses that say nothing of an effect, whatever a tool declares: the request was not let in, came too early or too
 * often, or an earlier one is being worked at.
 */
const NEVER_FINAL = ['401', '403', '407', '408', '409', '412', '423', '425', '428', '429', '431'];

/** EX-19: a tool must carry out what it declares about repeated effects; a false promise would pay twice. */
export function checkIdempotency(tool: ToolDefinition, report: ReportInside): void {
  checkFinalErrors(tool, report);
  const sends = (name: string) => placeholdersOf(JSON.stringify(tool.request ?? {})).includes(name);
  switch (tool.idempotency) {
    case 'native_key':
      if (!sends('key'))
        report(['idempotency'], 'the request carries no idempotency key', 'send {key} in a header or in the body');
      if (tool.keyWindowSeconds === undefined)
        report(['idempotency'], 'nothing says how long the vendor remembers a key', 'add `keyWindowSeconds`');
      return;
    case 'etag':
      if (!sends('etag')) report(['idempotency'], 'the request carries no ETag', 'send {etag} as If-Match');
      if (tool.probe?.etag === undefined) report(['idempotency'], 'nothing gives the ETag', 'add `probe` with `etag`');
      return;
    case 'query_before_write':
      if (!tool.probe) report(['idempotency'], 'nothing asks whether the effect is already there', 'add `probe`');
      return;
    case 'none':
      if (tool.probe)
        report(
          ['probe'],
          'a tool that cannot recognise a repeated effect is never probed',
          'remove `probe`, or declare query_before_write or etag',
        );
  }
}

/** EX-25: a refusal that is wrongly called final would tell a person that a payment failed which was made. */
function checkFinalErrors({ idempotency, errors = [], finalErrors = [] }: ToolDefinition, report: ReportInside): void {
  if (finalErrors.length > 0 && idempotency !== 'native_key' && idempotency !== 'etag')
    report(
      ['finalErrors'],
      `with idempotency ${idempotency} no refusal can speak of an earlier request`,
      'remove `finalErrors`, or declare native_key or etag',
    );
  finalErrors.forEach((final, index) => {
    if (NEVER_FINAL.includes(final))
      report(
        ['finalErrors', index],
        `a vendor answers ${final} whatever became of an earlier request`,
        'name the code of `errors` that says so',
      );
    else if (!/^\d/.test(final) && !errors.includes(final))
      report(['finalErrors', index], `"${final}" is not among the \`errors\` of this tool`, meantOf(final, errors));
  });
}
