export interface Parameter {
  readonly of: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** One of the answers of an operation that succeeded. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  readonly content?: object;
}

export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly summary: string;
  /** asks for no API key */
  readonly open: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: string | null;
  readonly answers: readonly Answer[];
  readonly problems: readonly number[];
}

export const header = (name: string, required: boolean, description: string): Parameter => ({
  of: 'header',
  name,
  required,
  description,
});

export const get = (
  path: string,
  summary: string,
  parameters: readonly Parameter[],
  answers: readonly Answer[],
  problems: readonly number[],
): Operation => ({ method: 'get', path, summary, open: false, parameters, body: null, answers, problems });
export const post = (
  path: string,
  summary: string,
  parameters: readonly Parameter[],
  exchange: Pick<Operation, 'body' | 'answers'>,
  problems: readonly number[],
): Operation => ({
  method: 'post',
  path,
  summary,
  open: false,
  parameters,
  ...exchange,
  problems: [400, ...problems, 413, 415, 429, 503],
});
export const probe = (path: string, summary: string): Operation => ({
  method: 'get',
  path,
  summary,
  open: true,
  parameters: [],
  body: null,
  answers: [
    { status: 200, description: 'yes' },
    { status: 503, description: 'no' },
  ],
  problems: [],
});
