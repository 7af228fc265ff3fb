import { isDeepStrictEqual } from 'node:util';
import { YES, endOf } from '../passes';
import { missingFiles, readRecording, recordingFolder, type RecordedCall, type Recording } from '../task';
import { MUTATIONS, type Mutation } from './mutations';
import { READS, type Read } from './reads';
import { Refusal } from './refusal';
import { copyOf, type Retail } from './retail';

const folder = recordingFolder(process.env);

/** Recorded tasks are no part of the project: where they are not at hand, nothing is compared. */
(missingFiles(folder).length === 0 ? describe : describe.skip)('the shop of recorded tasks', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await readRecording(folder);
  });

  const calledBy = (shop: Retail, { tool, args }: RecordedCall): Pick<RecordedCall, 'result' | 'error'> => {
    const given = args as unknown as Parameters<Read>[1] & Parameters<Mutation>[1];
    try {
      return { result: copyOf((READS[tool] ?? MUTATIONS[tool])!(shop, given)), error: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { result: null, error: `ValueError: ${error.message}` };
    }
  };

  it('has every tool, and each changes records or not as its description says', () => {
    const { tools } = recording;
    const named = (isMutation: boolean) =>
      tools.filter((tool) => tool.mutates_state === isMutation).map((one) => one.name);
    expect(Object.keys(MUTATIONS).toSorted()).toEqual(named(true).toSorted());
    expect(Object.keys(READS).toSorted()).toEqual(named(false).toSorted());
  });

  it('answers every call as recorded, and ends as recorded', () => {
    const { shop: first, tasks } = recording;
    const wrong = tasks.flatMap((task) => {
      const shop = copyOf(first);
      const calls = task.expected_actions.filter((call) => {
        const { result, error } = call;
        return !isDeepStrictEqual(calledBy(shop, call), { result, error });
      });
      const endsRight = isDeepStrictEqual(shop, endOf(first, task, YES));
      return [...calls.map(({ tool }) => `${task.task_id} ${tool}`), ...(endsRight ? [] : [`${task.task_id} ends`])];
    });
    expect(wrong).toEqual([]);
    expect(tasks.length).toBeGreaterThan(0);
  });
});
