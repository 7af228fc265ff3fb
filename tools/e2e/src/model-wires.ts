/** What a server is asked, whichever wire format it is asked in. */
export interface Asked {
  /** what the platform says before the data, the instructions first */
  readonly notes: readonly string[];
  readonly text: string;
  readonly tools: readonly string[];
  readonly isProse: boolean;
  readonly isStream: boolean;
}

/** A call as its arguments are written. */
export interface WrittenCall {
  readonly name: string;
  readonly args: string;
}

export interface Answer {
  readonly text: string;
  readonly reasons: string;
  readonly calls: readonly WrittenCall[];
  readonly used: Used | null;
}

/** Tokens, as the server counts them. */
export interface Used {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** A streamed answer: what it says piece by piece, each call in two that part within its arguments, and its end. */
interface Streamed {
  readonly begins: string;
  readonly said: readonly string[];
  readonly ends: string;
}

/** One wire format, as a server speaks it. */
export interface Wire {
  read(body: Body): Asked;
  whole(answer: Answer): object;
  streamed(answer: Answer): Streamed;
}

type Content = string | readonly { readonly text?: string }[];
interface Message {
  readonly role: string;
  readonly content: Content;
}
/** The fields of a request, of any of the formats, that are read here. */
export interface Body {
  readonly stream?: boolean;
  readonly messages?: readonly Message[];
  readonly input?: readonly Message[];
  readonly system?: Content;
  readonly tools?: readonly { readonly name?: string; readonly function?: { readonly name: string } }[];
  readonly response_format?: { readonly type: string };
  readonly text?: { readonly format?: { readonly type: string } };
  readonly output_config?: { readonly format?: object };
}

const textsIn = (content: Content): readonly string[] =>
  typeof content === 'string' ? [content] : content.map(({ text = '' }) => text);
const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,5}/gu) ?? [];
const halves = (text: string): readonly [string, string] => {
  const half = Math.floor(text.length / 2);
  return [text.slice(0, half), text.slice(half)];
};
const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const typed = (type: string, data: object): string => `event: ${type}\n${frame({ type, ...data })}`;
const USED: Used = { prompt_tokens: 7, completion_tokens: 3 };

function read(messages: readonly Message[], body: Body, isProse: boolean): Asked {
  const texts = messages.flatMap(({ content }) => textsIn(content));
  return {
    notes: texts.slice(0, -1),
    text: texts.at(-1)!,
    tools: (body.tools ?? []).map((tool) => tool.name ?? tool.function!.name),
    isProse,
    isStream: body.stream === true,
  };
}

const choice = (delta: object, finish: string | null = null): string =>
  frame({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] });
const chatCall = (index: number, { name, args }: WrittenCall): object => ({
  id: `call-${index}`,
  type: 'function',
  function: { name, arguments: args },
});

const chat: Wire = {
  read: (body) => {
    const format = body.response_format?.type ?? 'text';
    return read(body.messages ?? [], body, format === 'text');
  },
  whole({ text: content, reasons, calls, used }) {
    const reasoning = reasons === '' ? {} : { reasoning_content: reasons };
    const made = calls.length > 0 && { tool_calls: calls.map((call, index) => chatCall(index, call)) };
    const finish = calls.length > 0 ? 'tool_calls' : 'stop';
    const choices = [
      { index: 0, message: { role: 'assistant', content, ...reasoning, ...made }, finish_reason: finish },
    ];
    return { id: 'c', created: 1, model: 'm', choices, ...(used && { usage: used }) };
  },
  streamed: ({ text, reasons, calls, used }) => ({
    begins: choice({ role: 'assistant', content: '' }),
    said: [
      ...(reasons === '' ? [] : [choice({ reasoning_content: reasons })]),
      ...pieces(text).map((content) => choice({ content })),
      ...calls.flatMap(({ name, args }, index) => {
        const [first, rest] = halves(args);
        return [
          choice({ tool_calls: [{ index, ...chatCall(index, { name, args: first }) }] }),
          choice({ tool_calls: [{ index, function: { arguments: rest } }] }),
        ];
      }),
    ],
    ends: [
      choice({}, calls.length > 0 ? 'tool_calls' : 'stop'),
      used === null ? '' : frame({ id: 'c', created: 1, model: 'm', choices: [], usage: used }),
      'data: [DONE]\n\n',
    ].join(''),
  }),
};

const responsesUsage = ({ prompt_tokens, completion_tokens }: Used): object => ({
  input_tokens: prompt_tokens,
  output_tokens: completion_tokens,
});
const functionCall = (index: number, { name, args }: WrittenCall, status: string): object => ({
  type: 'function_call',
  id: `fc-${index}`,
  call_id: `call-${index}`,
  name,
  arguments: args,
  status,
});
const spoken = (text: string): object => ({
  type: 'message',
  id: 'msg',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});

/** OpenAI's Responses. */
const responses: Wire = {
  read: (body) => read(body.input ?? [], body, (body.text?.format?.type ?? 'text') === 'text'),
  whole: ({ text, calls, used }) => ({
    id: 'r',
    created_at: 1,
    model: 'm',
    status: 'completed',
    output: [
      ...(text === '' ? [] : [spoken(text)]),
      ...calls.map((call, index) => functionCall(index, call, 'completed')),
    ],
    usage: responsesUsage(used ?? USED),
  }),
  streamed({ text, calls, used }) {
    const item = { output_index: 0, item: { type: 'message', id: 'msg' } };
    const delta = { item_id: 'msg', output_index: 0, content_index: 0, logprobs: [] };
    return {
      begins: typed('response.created', { response: { id: 'r', created_at: 1, model: 'm', service_tier: null } }),
      said: [
        ...(text === '' ? [] : [typed('response.output_item.added', item)]),
        ...pieces(text).map((piece) => typed('response.output_text.delta', { ...delta, delta: piece })),
        ...calls.flatMap((call, index) => {
          const at = { output_index: index + 1, item_id: `fc-${index}` };
          const begun = functionCall(index, { ...call, args: '' }, 'in_progress');
          const [first, rest] = halves(call.args);
          return [
            typed('response.output_item.added', { ...at, item: begun }) +
              typed('response.function_call_arguments.delta', { ...at, delta: first }),
            typed('response.function_call_arguments.delta', { ...at, delta: rest }),
          ];
        }),
      ],
      ends: [
        text === '' ? '' : typed('response.output_item.done', item),
        ...calls.map((call, index) =>
          typed('response.output_item.done', {
            output_index: index + 1,
            item_id: `fc-${index}`,
            item: functionCall(index, call, 'completed'),
          }),
        ),
        typed('response.completed', {
          response: { incomplete_details: null, usage: responsesUsage(used ?? USED), service_tier: null },
        }),
      ].join(''),
    };
  },
};

/** Anthropic's Messages. */
const messages: Wire = {
  read(body) {
    const system = body.system === undefined ? [] : [{ role: 'system', content: body.system }];
    return read([...system, ...(body.messages ?? [])], body, body.output_config?.format === undefined);
  },
  whole: ({ text, calls, used }) => ({
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'text', text },
      ...calls.map(({ name, args }, index) => ({
        type: 'tool_use',
        id: `call-${index}`,
        name,
        input: JSON.parse(args),
      })),
    ],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: responsesUsage(used ?? USED),
  }),
  streamed({ text, calls, used }) {
    const begun = {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [],
      model: 'm',
      usage: responsesUsage(used ?? USED),
    };
    const delta = (index: number, of: object): string => typed('content_block_delta', { index, delta: of });
    return {
      begins:
        typed('message_start', { message: { ...begun, stop_reason: null, stop_sequence: null } }) +
        typed('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      said: [
        ...pieces(text).map((piece) => delta(0, { type: 'text_delta', text: piece })),
        ...calls.flatMap(({ name, args }, call) => {
          const index = call + 1;
          const [first, rest] = halves(args);
          const block = { type: 'tool_use', id: `call-${call}`, name, input: {} };
          return [
            typed('content_block_stop', { index: call }) +
              typed('content_block_start', { index, content_block: block }) +
              delta(index, { type: 'input_json_delta', partial_json: first }),
            delta(index, { type: 'input_json_delta', partial_json: rest }),
          ];
        }),
      ],
      ends: [
        typed('content_block_stop', { index: calls.length }),
        typed('message_delta', {
          delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
          usage: { output_tokens: (used ?? USED).completion_tokens },
        }),
        typed('message_stop', {}),
      ].join(''),
    };
  },
};

/** By the end of the address that is asked. */
const WIRES: Readonly<Record<string, Wire>> = {
  '/chat/completions': chat,
  '/responses': responses,
  '/messages': messages,
};

export function wireOf(address = ''): Wire {
  const found = Object.keys(WIRES).find((end) => address.endsWith(end));
  if (found === undefined) throw new Error(`no wire format is asked for at ${address}`);
  return WIRES[found]!;
}
