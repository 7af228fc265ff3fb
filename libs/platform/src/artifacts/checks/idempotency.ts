import type { ToolDefinition } from '@arbiter/contracts';
import { placeholdersOf } from '@arbiter/contracts';
import type { ReportInside } from './check';

/** EX-19: a tool must carry out what it declares about repeated effects; a false promise would pay twice. */
export function checkIdempotency(tool: ToolDefinition, report: ReportInside): void {
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
