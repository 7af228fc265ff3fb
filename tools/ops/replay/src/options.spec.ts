import { readArguments } from '../../../dev/command-line/command-line.cjs';
import { readReplayOptions } from './options';

describe('the options of replay', () => {
  it('choose what is replayed, and how much of it is told', () => {
    expect(readReplayOptions(['--all', '--verify'])).toEqual({
      selection: { kind: 'all' },
      show: false,
      archive: null,
    });
    expect(readReplayOptions(['--all', '--show'])).toEqual({ selection: { kind: 'all' }, show: true, archive: null });
    expect(readReplayOptions(['--run', 'r1'])).toEqual({
      selection: { kind: 'run', run: 'r1' },
      show: true,
      archive: null,
    });
    expect(readReplayOptions(['--session', 's', '--verify'])).toEqual({
      selection: { kind: 'session', session: 's' },
      show: false,
      archive: null,
    });
    expect(readReplayOptions(['--all', '--archive', 'kept'])).toEqual({
      selection: { kind: 'all' },
      show: false,
      archive: 'kept',
    });
    expect(readReplayOptions(['--stream', 'plan-shop-r1'])).toEqual({
      selection: { kind: 'stream', stream: 'plan-shop-r1' },
      show: true,
      archive: null,
    });
  });

  it.each([
    [[]],
    [['--verify']],
    [['--all', '--run', 'r1']],
    [['--all', '--show', '--verify']],
    [['--everything']],
    [['--run']],
  ])('refuse %j and say how it goes', (parameters) => {
    expect(() => readReplayOptions(parameters)).toThrow(/npm run replay -- --all --verify/);
  });

  it('are refused before anything is installed or built where nothing says what is replayed', () => {
    expect(() => readArguments('replay', [])).toThrow('name one of --all, --run, --session, --stream');
  });
});
