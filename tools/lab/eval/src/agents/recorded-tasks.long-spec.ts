import { evaluateAgents, type AgentReport } from './evaluate-agents';
import { missingFiles, recordingFolder } from './task';

const folder = recordingFolder(process.env);
const TASKS = 8;

/** Recorded tasks are no part of the project: where they are not at hand, nothing is measured. */
(missingFiles(folder).length === 0 ? describe : describe.skip)('an agent that decides as recorded', () => {
  let report: AgentReport;
  beforeAll(async () => {
    const found = await evaluateAgents({ folder, first: TASKS }, () => undefined);
    if ('skipped' in found) throw new Error(found.skipped);
    report = found;
  });

  const passOf = (name: string) => report.passes.find(({ pass }) => pass === name)!;

  it('with a yes does what the recorded one did, and no mutation takes place without it (EVL-07, AG-13)', () => {
    const { wrong, calls, mutations, asked, ...score } = passOf('yes');
    expect(wrong).toEqual([]);
    expect(score).toMatchObject({ tasks: TASKS, told_right: calls, end_states_right: TASKS, unasked_mutations: 0 });
    expect(mutations).toBeGreaterThan(0);
    expect(mutations).toBe(asked);
  });

  it('makes no call twice: it is told so, and goes on (TP-08, TP-10)', () => {
    expect(passOf('yes').repeated).toBeGreaterThan(0);
  });

  it.each(['no', 'reads_only'])(
    'changes nothing where the answer is no, or the tools are none of its own: %s',
    (name) => {
      const { wrong, calls, ...score } = passOf(name);
      expect(wrong).toEqual([]);
      expect(score).toMatchObject({ told_right: calls, end_states_right: TASKS, mutations: 0, unasked_mutations: 0 });
    },
  );

  it('asks where the person is to decide, and nowhere else', () => {
    expect(passOf('no').asked).toBe(passOf('yes').asked);
    expect(passOf('reads_only').asked).toBe(0);
  });
});

it('says plainly that it was skipped where there is no recording', async () => {
  expect(await evaluateAgents({ folder: __dirname, first: TASKS }, () => undefined)).toEqual({
    skipped: expect.stringContaining('tools.json'),
  });
});
