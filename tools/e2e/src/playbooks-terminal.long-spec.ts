import { hash } from 'node:crypto';
import { studioByHand } from './studio-by-hand';
import { StudioSandbox } from './studio-sandbox';
import { TestSystem, eventually } from './test-system';
import { runToolWith, type Ended } from './tool';

const DAY = '2026-11-23';
const OPERATOR = 'key-of-the-operator';
const READER = 'key-of-the-reader';
const entry = (name: string, key: string, rights = ''): string => `${name}:${hash('sha256', key)}:studio${rights}`;

describe('the playbooks in a terminal', () => {
  let arbiter: TestSystem;
  let due: readonly string[];
  beforeAll(async () => {
    arbiter = await TestSystem.open({
      tenants: [studioByHand()],
      apiKey: OPERATOR,
      environment: {
        ARBITER_TENANT: 'studio',
        ARBITER_API_KEYS: `${entry('operator', OPERATOR, ':approvals')},${entry('reader', READER)}`,
      },
    });
    due = await new StudioSandbox(arbiter.system).due();
  });
  afterAll(() => arbiter?.close());

  const playbooks = (key: string, ...parameters: readonly string[]): Promise<Ended> =>
    runToolWith(
      { PATH: process.env['PATH'], ARBITER_API_KEY: key },
      'playbooks',
      ...parameters,
      '--base',
      arbiter.system.httpUrl,
    );
  const operate = (...parameters: readonly string[]) => playbooks(OPERATOR, ...parameters);
  const waiting = async () => {
    const { output } = await operate('approvals');
    return [...output.matchAll(/^(\S+)  invoice_followup 2026-11-23 (\S+)$/gm)].map(([, id, object]) => ({
      id: id!,
      object: object!,
    }));
  };

  it('are listed, and ask for a key that is known', async () => {
    expect(await operate()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^invoice_followup 3\.2\.0 .*\n {2}begins by hand\n {2}no day yet$/m),
    });
    expect(await playbooks('other', 'list')).toEqual({
      code: 1,
      output: '',
      errors: expect.stringContaining('ARBITER_API_KEY'),
    });
    expect(await operate('show', 'no_such')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('switched on are'),
    });
  });

  it('are begun, and watched until nothing but a yes is missing', async () => {
    const { code, output } = await operate('run', 'invoice_followup', '--day', DAY, '--watch');
    expect(output).toMatch(/^invoice_followup 2026-11-23 is run [0-9a-f-]{36}\n/);
    const lines = [...output.matchAll(/^2026-11-23 .*$/gm)].map(([line]) => line);
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.at(-1)).toMatch(/under way \[#+\?+-+] \d+ of \d+: \d+ done, \d+ waiting for a yes, \d+ held$/);
    expect(output).toContain('npm run playbooks -- approvals');
    expect(code).toBe(0);
  });

  it('show exactly the actions that wait for a yes, and take an answer only from a caller with the right', async () => {
    const [refused, ...others] = await waiting();
    expect(others.length).toBeGreaterThan(1);
    const { output } = await operate('approvals');
    expect(output).toMatch(new RegExp(`the reminder about ${refused!.object}`));
    expect(output).toMatch(new RegExp(`^    about: ${refused!.object}$`, 'm'));
    expect(output).toMatch(/^ {2}because of risk:suspend_unless_below_threshold/m);
    expect(await playbooks(READER, 'approve', refused!.id)).toEqual({
      code: 1,
      output: '',
      errors: expect.stringContaining('the API key reader may not answer approvals; give it the right'),
    });
    expect(await operate('reject', refused!.id, '--reason', 'We have called them')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/rejected\n$/),
    });
    for (const { id } of others) expect(await operate('approve', id)).toMatchObject({ code: 0, errors: '' });
    // Only a yes is missing until the last of them is seen.
    const watched = await eventually('the instance to end', async () => {
      const looked = await operate('show', 'invoice_followup', DAY, '--watch');
      return looked.output.includes('2026-11-23 ended [') ? looked : null;
    });
    expect(watched.output).toMatch(new RegExp(`: ${due.length - 1} done, \\d+ held\n`));
    expect(watched.output).toContain(`  ${refused!.object} held: rejected\n`);
    expect(watched.code).toBe(0);
    expect((await operate('approvals')).output).toBe('nothing waits for a yes\n');
  });

  it('tell day by day what came of them', async () => {
    const { output } = await operate('show', 'invoice_followup');
    expect(output).toMatch(/^2026-11-23 ended \[#+-+] .*\n {2}the goal fails for INV-/);
    expect((await operate('list')).output).toContain('  2026-11-23 ended [');
  });
});
