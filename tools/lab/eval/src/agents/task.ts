import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Values } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';
import { documentOf, rowsOf } from '../input';
import { RetailRecords, retailOf, type Retail } from './retail/retail';

const Text = Type.String();

/** A tool of the shop, as its file describes it. */
const ToolRow = Type.Object({
  name: Text,
  mutates_state: Type.Boolean(),
  description: Text,
  parameters: Type.Object({
    properties: Type.Record(Text, Type.Unknown()),
    required: Type.Optional(Type.Array(Text)),
  }),
});
export type ToolRow = Static<typeof ToolRow>;

/** A call of a recorded task, and what came of it. */
const RecordedCall = Type.Object({
  tool: Text,
  args: Values,
  mutates_state: Type.Boolean(),
  result: Type.Unknown(),
  error: Type.Union([Text, Type.Null()]),
});
export type RecordedCall = Static<typeof RecordedCall>;

const Task = Type.Object({
  task_id: Text,
  user_scenario: Type.Object({ instructions: Type.Object({ reason_for_call: Text }) }),
  expected_actions: Type.Array(RecordedCall),
  expected_db_patch: Type.Record(Text, Type.Unknown(), { description: 'by `<table>/<id>`, the record as it then is' }),
});
export type Task = Static<typeof Task>;

/** A shop, and recorded tasks of it. */
export interface Recording {
  readonly tools: readonly ToolRow[];
  readonly policy: string;
  readonly shop: Retail;
  readonly tasks: readonly Task[];
}

const FILES = { tools: 'tools.json', policy: 'policy.md', shop: 'db.json.gz', tasks: 'tasks.train.jsonl' };
const CASES = resolve(__dirname, '../../../../../../shared/data');

/** Where recordings are: recorded cases are no part of the project. */
export const recordingFolder = (environment: NodeJS.ProcessEnv): string =>
  join(environment['ARBITER_CASES'] ?? CASES, 'tau-retail');

/** The files that a folder lacks to be a recording. */
export const missingFiles = (folder: string): readonly string[] =>
  Object.values(FILES)
    .map((file) => join(folder, file))
    .filter((file) => !existsSync(file));

export async function readRecording(folder: string): Promise<Recording> {
  const at = (file: keyof typeof FILES): string => join(folder, FILES[file]);
  const [tools, policy, records, tasks] = await Promise.all([
    documentOf(at('tools'), Type.Array(ToolRow, { minItems: 1 })),
    readFile(at('policy'), 'utf8'),
    documentOf(at('shop'), RetailRecords),
    rowsOf(at('tasks'), Task),
  ]);
  return { tools, policy, shop: retailOf(records), tasks };
}
