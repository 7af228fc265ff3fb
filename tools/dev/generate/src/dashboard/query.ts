import { parser } from '@prometheus-io/lezer-promql';

export interface QueryParts {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

/** The metrics and labels that a PromQL query names. Throws when it is no PromQL. */
export function partsOf(query: string): QueryParts {
  const text = query.replaceAll('$__rate_interval', '1m');
  const metrics: string[] = [];
  const labels: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`"${query}" is no PromQL: see character ${from + 1}`);
      if (type.name === 'VectorSelector') metrics.push(/^[A-Za-z_:][\w:]*/.exec(text.slice(from, to))![0]);
      if (type.name === 'LabelName') labels.push(text.slice(from, to));
    },
  });
  return { metrics, labels };
}
