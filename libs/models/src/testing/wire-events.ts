/** Pieces of event streams as vendors send them, for tests. */
type Data = Readonly<Record<string, unknown>>;

export const plainEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const typedEvent = (data: Data): string => `event: ${String(data['type'])}\n${plainEvent(data)}`;

/** Chat Completions: these deltas of the first choice, its finish reason and the usage. */
export function chatStream(deltas: readonly Data[], finish = 'stop', usage: Data = CHAT_USAGE): readonly string[] {
  const choice = (delta: Data, reason: string | null = null): Data => ({
    id: 'c1',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  return [
    plainEvent(choice({ role: 'assistant', content: '' })),
    ...deltas.map((delta) => plainEvent(choice(delta))),
    plainEvent(choice({}, finish)),
    plainEvent({ id: 'c1', created: 1, model: 'm', choices: [], usage }),
    'data: [DONE]\n\n',
  ];
}
const CHAT_USAGE = { prompt_tokens: 7, completion_tokens: 3 };

/** Messages: these blocks, each with its deltas, and the end. */
export function messageStream(
  blocks: readonly (readonly [block: Data, ...deltas: Data[]])[],
  { reason = 'end_turn', before = { input_tokens: 7, output_tokens: 1 }, after = { output_tokens: 3 } as Data } = {},
): readonly string[] {
  const message = { id: 'm1', type: 'message', role: 'assistant', content: [], model: 'm', usage: before };
  return [
    typedEvent({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } }),
    ...blocks.flatMap(([block, ...deltas], index) => [
      typedEvent({ type: 'content_block_start', index, content_block: block }),
      ...deltas.map((delta) => typedEvent({ type: 'content_block_delta', index, delta })),
      typedEvent({ type: 'content_block_stop', index }),
    ]),
    typedEvent({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: after }),
    typedEvent({ type: 'message_stop' }),
  ];
}

/** Responses: these events between the beginning and the end. */
export function responseStream(events: readonly Data[], usage: Data = RESPONSE_USAGE): readonly string[] {
  return [
    typedEvent({ type: 'response.created', response: { id: 'r1', created_at: 1, model: 'm', service_tier: null } }),
    ...events.map(typedEvent),
    typedEvent({ type: 'response.completed', response: { incomplete_details: null, usage, service_tier: null } }),
  ];
}
const RESPONSE_USAGE = { input_tokens: 7, output_tokens: 3 };

/** An output item that is begun, written and done. */
export const outputItem = (place: number, item: Data, ...deltas: readonly Data[]): readonly Data[] => [
  { type: 'response.output_item.added', output_index: place, item },
  ...deltas.map((delta) => ({ output_index: place, item_id: item['id'], ...delta })),
  { type: 'response.output_item.done', output_index: place, item },
];

export const spokenItem = (place: number, text: string): readonly Data[] =>
  outputItem(
    place,
    { type: 'message', id: `msg${place}` },
    { type: 'response.output_text.delta', content_index: 0, delta: text, logprobs: [] },
  );
