import { Reflector } from '@nestjs/core';
import { refer } from './schemas';

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

/** The description of a route for its callers; method and path come from the route itself. */
export interface Description {
  readonly summary: string;
  /** asks for no API key */
  readonly open?: true;
  readonly parameters?: readonly Parameter[];
  /** the schema of the body */
  readonly body?: string;
  readonly answers: readonly Answer[];
  /** problems besides those that every route of its kind may answer */
  readonly problems?: readonly number[];
}

/** Describes a route; every method of a controller that is a route has it. */
export const Operation = Reflector.createDecorator<Description>();

export const inPath = (name: string, description: string): Parameter => ({
  of: 'path',
  name,
  required: true,
  description,
});
export const inQuery = (name: string, description: string, required = false): Parameter => ({
  of: 'query',
  name,
  required,
  description,
});
export const inHeader = (name: string, description: string, required = false): Parameter => ({
  of: 'header',
  name,
  required,
  description,
});

export const listOf = (schema: string): object => ({ type: 'array', items: refer(schema) });
/** In JSON, where there is a schema. */
export const answer = (status: number, description: string, schema?: object): Answer => ({
  status,
  description,
  ...(schema ? { content: { 'application/json': { schema } } } : {}),
});
export const stream = (description: string, says: string): Answer => ({
  status: 200,
  description,
  content: { 'text/event-stream': { schema: { type: 'string', description: says } } },
});
/** The description of the event stream of a run. */
export const RUN_EVENTS = 'id is seq, event is the type, data is a UiEvent; ends after rag.done';
