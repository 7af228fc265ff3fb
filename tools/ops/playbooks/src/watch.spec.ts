import { PassThrough } from 'node:stream';
import type { PlaybookDayView } from '@arbiter/contracts';
import { Refusal, Unreachable } from './system-api';
import { Screen } from './screen';
import { watch } from './watch';

const NONE = {
  read: 9,
  selected: 0,
  kept: 0,
  open: 0,
  waiting: 0,
  done: 0,
  failed: 0,
  held: 0,
  cancelled: 0,
  unknown: 0,
};
const seen = (branches: Partial<PlaybookDayView['branches']>, status = 'running') =>
  ({
    day: '2026-11-23',
    status,
    code: null,
    branches: { ...NONE, ...branches },
    notDone: [],
  }) as unknown as PlaybookDayView;

function screenOf(isTTY: boolean): { screen: Screen; text: () => string } {
  const output = Object.assign(new PassThrough(), { isTTY, columns: 60 });
  let text = '';
  output.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  return { screen: new Screen(output as unknown as NodeJS.WriteStream), text: () => text };
}

/** One look after the other; the last stays. */
const looks = (...answers: readonly (PlaybookDayView | Error)[]) => {
  let place = -1;
  return async () => {
    place = Math.min(place + 1, answers.length - 1);
    const answer = answers[place]!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
};

describe('watching an instance', () => {
  let pauses: number;
  beforeEach(() => (pauses = 0));
  const pause = async (): Promise<void> => void (pauses += 1);

  it('passes over the earlier attempt of a day that is begun anew', async () => {
    const { screen } = screenOf(false);
    const [earlier, anew] = [seen({ selected: 2, failed: 2 }, 'error'), seen({ selected: 2, done: 2 }, 'ok')].map(
      (view, index) => ({ ...view, runId: `run-${index + 1}` }),
    );
    expect(await watch(looks(earlier!, earlier!, anew!), screen, pause, 'run-2')).toEqual({
      run: anew,
      isStuck: false,
    });
  });

  it('tells each change once, through what is not there yet or away, until it is over', async () => {
    const { screen, text } = screenOf(false);
    const half = seen({ selected: 2, done: 1, open: 1 });
    const over = seen({ selected: 2, done: 2 }, 'ok');
    const look = looks(new Refusal(404, 'no run'), half, half, new Unreachable('away'), half, over);
    expect(await watch(look, screen, pause)).toEqual({ run: over, isStuck: false });
    expect(text().trim().split('\n')).toEqual([
      expect.stringContaining('1 of 2: 1 done, 1 to come'),
      expect.stringContaining('2026-11-23 ended'),
    ]);
  });

  it('ends when nothing but a yes is missing', async () => {
    const waiting = seen({ selected: 2, done: 1, waiting: 1 });
    expect(await watch(looks(waiting), screenOf(false).screen, pause)).toEqual({ run: waiting, isStuck: false });
  });

  it('gives up when nothing changes for ten minutes', async () => {
    const half = seen({ selected: 2, done: 1, open: 1 });
    expect(await watch(looks(half), screenOf(false).screen, pause)).toEqual({ run: half, isStuck: true });
    expect(pauses).toBe(1_200);
  });

  it('ends with what says no for good', async () => {
    await expect(watch(looks(new Refusal(401, 'who are you')), screenOf(false).screen, pause)).rejects.toThrow('who');
  });

  it('changes one line in place on a terminal, no wider than that', async () => {
    const { screen, text } = screenOf(true);
    await watch(looks(seen({ selected: 2, done: 1, open: 1 }), seen({ selected: 2, done: 2 }, 'ok')), screen, pause);
    expect(text().split('\n')).toHaveLength(2);
    const lines = text().trimEnd().split('\u001B[1G\u001B[2K').slice(1);
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.length <= 59)).toBe(true);
  });
});
